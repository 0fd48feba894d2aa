/// The scripts that have shells ask the program how a word can go on.
///
/// The first line of an answer says whether words follow, key paths, or whether the shell completes names of files.
enum CompletionScript {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # Completions of frc-query for bash.
    _frc_query() {
      local kind line
      COMPREPLY=()
      {
        read -r kind
        while IFS= read -r line; do COMPREPLY+=("$line"); done
      } < <(frc-query \#(CompleteCommand.name) bash -- "${COMP_LINE:0:COMP_POINT}" \
        "${COMP_LINE:COMP_POINT}" "$2" 2>/dev/null </dev/null)
      case $kind in
        words) compopt +o default ;;
        keys) compopt +o default -o nospace ;;
      esac 2>/dev/null
    }
    complete -o default -F _frc_query frc-query

    """#

  private static let zsh = #"""
    #compdef frc-query
    # Completions of frc-query for zsh.
    _frc-query() {
      local kind
      local -a lines values shown
      lines=("${(@f)$(frc-query \#(CompleteCommand.name) zsh -- \
        "${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX" \
        "$SUFFIX$ISUFFIX$QISUFFIX ${(j: :)words[CURRENT+1,-1]}" 2>/dev/null </dev/null)}")
      kind=$lines[1]
      shift lines
      values=("${(@)lines%%$'\t'*}")
      shown=("${(@)lines#*$'\t'}")
      case $kind in
        words) compadd -l -d shown -a values ;;
        keys) compadd -S '' -a values ;;
        *) _files ;;
      esac
    }
    if [[ $funcstack[1] == _frc-query ]]; then _frc-query "$@"; else compdef _frc-query frc-query; fi

    """#

  // Fish shows a completion nothing of the line after the cursor.
  private static let fish = #"""
    # Completions of frc-query for fish.
    function __frc_query
      set -l before (commandline -pc | string collect)
      set -l lines (frc-query \#(CompleteCommand.name) fish -- "$before" 2>/dev/null </dev/null)
      if contains -- "$lines[1]" words keys
        set -e lines[1]
        test (count $lines) -gt 0; and printf '%s\n' $lines
      else
        __fish_complete_path (commandline -ct)
      end
    end
    complete -c frc-query -f -a '(__frc_query)'

    """#
}
