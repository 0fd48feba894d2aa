/**
 * <filter-editor endpoint="/filter" name="filter" placeholder="…">: a text field for filters.
 *
 * The field colours the text, underlines errors and offers their fixes, completes, and shows documentation. A server
 * answers `GET endpoint?text=…&cursor=…` with tokens, errors and completions as JSON. All offsets count UTF-16 units.
 * The text is that of a plain textarea, a transparent layer over a coloured copy. So undo, input methods and
 * forms work as they do in any textarea, and without a server it is a plain field.
 *
 * Attributes: endpoint, name, placeholder, value, disabled, readonly, aria-label.
 * Properties: value, request, selectionStart, selectionEnd, form.
 * Methods: focus(), select(), setSelectionRange(start, end), refresh().
 * Events: input, change, search (Enter; cancel it to keep the form), diagnostics (an answer is shown).
 * Styles: the custom properties --filter-editor-…, and ::part() of box, input, footer, fix, popup, list, option and
 * documentation.
 */
(() => {
'use strict';

// The texts that a reader sees or hears, apart from those of the server. A page may replace them.
const texts = {
  label: 'filter',
  list: 'completions',
  completions: count => count === 1 ? '1 completion' : `${count} completions`,
  noCompletions: 'no completions',
  error: message => `Error: ${message}`,
  hasFix: 'Press Alt and Enter to fix it.',
  fix: ({ length, replacement }) => {
    if (length === 0) return `Insert ${replacement}`;
    return replacement ? `Replace with ${replacement}` : 'Remove it';
  },
  example: 'Example',
  noAnswer: 'The server does not answer.',
};

// How long a text rests until an error at the caret is shown, in milliseconds. Half a filter is not yet wrong.
const errorPause = 900;
// How long the caret rests until documentation is asked for, and a list until it is announced.
const caretPause = 100;
const announcementPause = 250;
// How long an answer may take, and the pause after a failure.
const answerTime = 5000;
const failurePause = 1000;
// How far Page Up and Page Down go in a list.
const pageLength = 8;

const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const colour = (name, light, dark) => `var(--filter-editor-${name}, light-dark(${light}, ${dark}))`;
const kinds = {
  keyword: ['#7a3fd0', '#d2a8ff'], operator: ['#953800', '#ffa657'], option: ['#7a5c00', '#e3c26b'],
  key: ['#0550ae', '#79c0ff'], string: ['#116329', '#7ee787'], number: ['#0b6470', '#6fd7e0'],
  date: ['#0b6470', '#6fd7e0'], variable: ['#a0306a', '#ff9bce'], placeholder: ['#a0306a', '#ff9bce'],
  function: ['#00627a', '#5cc8e8'], punctuation: ['#57606a', '#9aa4af'], comment: ['#667079', '#8b949e'],
};
const kindRules = Object.entries(kinds).map(([kind, [light, dark]]) =>
  `[data-kind="${kind}"] { color: ${colour(kind, light, dark)}; }`).join('\n');

const style = `
:host { display: block; min-width: 0; font: .95rem/1.5 ${monospace}; }
:host([hidden]) { display: none; }
.box { display: grid; overflow: auto; max-height: var(--filter-editor-max-height, 12em); border-radius: .4rem;
  color: ${colour('text', '#1f2328', '#e6edf3')}; background: ${colour('background', '#fff', '#161b22')};
  border: 1px solid ${colour('border', '#8c959f', '#545d68')}; }
.box:focus-within { outline: 2px solid ${colour('focus', '#2a62c9', '#7ea9ff')}; outline-offset: -1px; }
.text { grid-area: 1 / 1; box-sizing: border-box; margin: 0; padding: .3rem .5rem; border: 0; min-width: 0;
  font: inherit; font-variant-ligatures: none; letter-spacing: inherit; tab-size: 2; text-align: start;
  white-space: pre-wrap; overflow-wrap: break-word; }
.colours { pointer-events: none; }
textarea.text { width: 100%; height: 100%; resize: none; overflow: hidden; outline: none; appearance: none;
  background: none; color: transparent; caret-color: ${colour('text', '#1f2328', '#e6edf3')}; }
textarea::selection { color: transparent; background: ${colour('selection', '#2a62c940', '#7ea9ff50')}; }
textarea::placeholder { color: ${colour('placeholder-text', '#68717a', '#8b949e')}; opacity: 1; white-space: nowrap; }
${kindRules}
.wrong { text-decoration: underline wavy 1px ${colour('error', '#b3261e', '#ff8a80')}; text-underline-offset: .2em;
  text-decoration-skip-ink: none; }
.footer { min-height: 1.5em; margin-top: .2rem; font-family: system-ui, sans-serif; font-size: .85rem;
  color: ${colour('quiet', '#57606a', '#9aa4af')}; overflow-wrap: anywhere; }
.footer .error { display: flex; flex-wrap: wrap; gap: .1rem .6rem; color: ${colour('error', '#b3261e', '#ff8a80')}; }
.footer p { margin: 0; }
[hidden] { display: none !important; }
.code { font-family: ${monospace}; }
.fix { font: inherit; margin: 0; padding: 0 .5rem; border-radius: .3rem; cursor: pointer;
  color: inherit; background: none; border: 1px solid currentColor; }
.fix:focus-visible { outline: 2px solid ${colour('focus', '#2a62c9', '#7ea9ff')}; outline-offset: 1px; }
kbd { font: inherit; opacity: .8; margin-left: .3em; }
@media (pointer: coarse) { kbd { display: none; } }
.popup { display: none; position: fixed; inset: auto; margin: 0; padding: 0; z-index: 1000; overflow: hidden;
  box-sizing: border-box; border-radius: .4rem;
  color: ${colour('text', '#1f2328', '#e6edf3')}; background: ${colour('popup', '#fff', '#1c2128')};
  border: 1px solid ${colour('border', '#8c959f', '#545d68')}; box-shadow: 0 .3rem 1rem #0004; }
.popup.open { display: flex; }
.list { margin: 0; padding: .25rem; min-width: 14rem; max-width: 26rem; max-height: 16.5rem; overflow-y: auto;
  box-sizing: border-box; scrollbar-width: thin; }
.option { display: flex; gap: 1.5rem; justify-content: space-between; padding: .1rem .5rem; border-radius: .25rem;
  cursor: pointer; white-space: pre; }
.option span { overflow: hidden; text-overflow: ellipsis; }
.option .detail { flex: none; max-width: 12rem; font-family: system-ui, sans-serif; font-size: .8rem;
  line-height: 1.8; color: ${colour('quiet', '#57606a', '#9aa4af')}; }
.option[aria-selected="true"] { background: ${colour('active', '#dbe7fb', '#2d3b55')}; }
.documentation { box-sizing: border-box; width: 19rem; max-height: 16.5rem; overflow: auto; padding: .5rem .75rem;
  border-left: 1px solid ${colour('line', '#d0d7de', '#373e47')}; font-family: system-ui, sans-serif;
  font-size: .85rem; overflow-wrap: anywhere; }
.documentation p { margin: 0 0 .4rem; }
.quiet { color: ${colour('quiet', '#57606a', '#9aa4af')}; }
@media (max-width: 40rem) {
  .popup.open { flex-direction: column; }
  .list { max-height: 11rem; max-width: none; }
  .documentation { width: auto; max-height: 8rem; border-left: 0;
    border-top: 1px solid ${colour('line', '#d0d7de', '#373e47')}; }
}
@media (forced-colors: active) {
  .colours { visibility: hidden; }
  textarea.text { color: CanvasText; }
  textarea::selection { color: HighlightText; background: Highlight; }
  .option[aria-selected="true"] { background: Highlight; color: HighlightText; }
}
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

// An element. Everything that a server answers is added as text, never as HTML.
function part(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

// Writes a text into an element that has nothing else.
function write(element, text) {
  if (!element.firstChild) element.append('');
  if (element.firstChild.data !== text) element.firstChild.data = text;
}

// Shows `contents` in as many children of `parent`, which precede the text `end`. Children are made once, reused, and
// hidden: where Chromium removes an element while a reader types, undo takes back single letters from then on.
function fill(parent, contents, make, update, end = null) {
  while (parent.children.length < contents.length) parent.insertBefore(make(), end);
  [...parent.children].forEach((child, index) => {
    child.hidden = index >= contents.length;
    if (!child.hidden) update(child, contents[index], index);
  });
}

// Writes a text in the colour of a kind of token.
function colourise(element, text, kind = '') {
  write(element, text);
  if (element.dataset.kind !== kind) element.dataset.kind = kind;
}

// MARK: Edits

// The one change that makes `after` of `before`: at `start`, `removed` units give way to `added` ones.
function edit(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { start, removed: before.length - start - same, added: after.length - start - same };
}

// The tokens of the text before an edit, moved. The token that is edited takes the colour of the new letters.
function movedTokens(tokens, { start, removed, added }, text) {
  const end = start + removed;
  const isBlank = text.slice(start, start + added).trim() === '';
  let isTaken = added === 0;
  const moved = [];
  for (const { kind, offset, length } of tokens) {
    const last = offset + length;
    if (last < start) {
      moved.push({ kind, offset, length });
    } else if (offset > end) {
      moved.push({ kind, offset: offset + added - removed, length });
    } else {
      const takes = !isTaken && (!isBlank || (offset < start && last > end));
      isTaken ||= takes;
      const rest = Math.max(0, start - offset) + Math.max(0, last - Math.max(end, offset));
      const first = offset < start ? offset : start + (takes ? 0 : added);
      if (rest > 0) moved.push({ kind, offset: first, length: rest + (takes ? added : 0) });
    }
  }
  return moved;
}

// A range of the text before an edit, moved; null if the edit changes it.
function movedRange(range, { start, removed, added }) {
  if (range.offset + range.length < start) return range;
  return range.offset > start + removed ? { ...range, offset: range.offset + added - removed } : null;
}

// The errors of the text before an edit, moved; those that are edited are left out.
function movedErrors(errors, change) {
  return errors.flatMap(error => {
    const range = movedRange(error, change);
    const fix = error.fix && movedRange(error.fix, change);
    return range && (fix || !error.fix) ? [{ ...range, fix }] : [];
  });
}

const touches = ({ offset, length }, cursor) => offset <= cursor && cursor <= offset + length;

// MARK: Questions

// Asks one question at a time. Of the questions that arrive meanwhile, only the last one is asked.
class Questions {
  #ask;
  #next = null;
  #isBusy = false;

  // `ask` returns whether a question has an answer.
  constructor(ask) { this.#ask = ask; }

  get isBusy() { return this.#isBusy; }

  async put(question) {
    this.#next = { question, tries: 3 };
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#next) {
      const { question: current, tries } = this.#next;
      this.#next = null;
      if (await this.#ask(current)) continue;
      await new Promise(done => setTimeout(done, failurePause));
      if (tries > 1) this.#next ??= { question: current, tries: tries - 1 };
    }
    this.#isBusy = false;
  }
}

let styleSheet;

class FilterEditor extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = ['placeholder', 'readonly', 'aria-label'];
  static texts = texts;

  /**
   * Loads a URL: `(url, { signal }) => fetch(url, { signal, headers })` adds headers.
   */
  request = this.request ?? ((url, options) => fetch(url, options));

  #internals = this.attachInternals();
  #area = part('textarea', 'text');
  #colours = part('pre', 'text colours');
  #box = part('div', 'box', this.#colours, this.#area);
  #errorLines = part('div', '');
  #failureLine = part('p', '');
  #helpName = part('span', 'code');
  #helpText = part('span', '');
  #footer = part('div', 'footer', this.#errorLines, this.#failureLine, part('p', '', this.#helpName, this.#helpText));
  #list = part('div', 'list');
  #name = part('span', 'code');
  #detail = part('span', 'quiet');
  #summary = part('p', '');
  #exampleName = part('span', 'quiet');
  #example = part('span', 'code');
  #documentation = part('div', 'documentation', part('p', '', this.#name, ' ', this.#detail), this.#summary,
    part('p', '', this.#exampleName, this.#example));
  #popup = part('div', 'popup', this.#list, this.#documentation);
  #heard = part('div', 'heard');
  #questions = new Questions(question => this.#ask(question));

  // The text and the caret as they are shown, and the text at the last `change` event.
  #text = '';
  #cursor = 0;
  #committed = '';
  #isComposing = false;

  // The last answer, moved by the edits since.
  #tokens = [];
  #errors = [];
  #help = null;
  #failure = '';
  #answered = null;

  // The list. The wish is for the next answer: 'typed' and 'asked' open the list, 'tab' takes its first item.
  #items = [];
  #replace = { offset: 0, length: 0 };
  #active = -1;
  #isOpen = false;
  #wish = '';

  // Whether errors at the caret are shown, too.
  #isRested = true;
  #turn = 0;
  #timers = {};
  #saidError = '';

  // The end of the coloured text, without which a last empty line has no height.
  #end = document.createTextNode('\n');

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    if (!styleSheet) {
      styleSheet = new CSSStyleSheet();
      styleSheet.replaceSync(style);
    }
    root.adoptedStyleSheets = [styleSheet];
    this.#colours.append(this.#end);
    root.append(this.#box, this.#footer, this.#popup, this.#heard);
    this.#describe();
    this.#listen();
    this.#paint();
  }

  // MARK: Attributes and forms

  get value() { return this.#area.value; }
  set value(text) {
    this.#area.value = text;
    this.#committed = this.#area.value;
    this.#tokens = this.#errors = [];
    this.#isRested = true;
    this.#close();
    this.#changed(this.#area.value);
    this.refresh();
  }

  get form() { return this.#internals.form; }
  get name() { return this.getAttribute('name') ?? ''; }
  set name(name) { this.setAttribute('name', name); }
  get disabled() { return this.hasAttribute('disabled'); }
  set disabled(isDisabled) { this.toggleAttribute('disabled', isDisabled); }
  get selectionStart() { return this.#area.selectionStart; }
  get selectionEnd() { return this.#area.selectionEnd; }

  /** Selects the whole text. */
  select() { this.#area.select(); }

  /** Selects the text between two offsets. */
  setSelectionRange(start, end) { this.#area.setSelectionRange(start, end); }

  /** Asks the server again, for example after the user has another role. */
  refresh() {
    this.#turn += 1;
    this.#answered = null;
    this.#put();
  }

  connectedCallback() {
    // Properties that were set before the script had run.
    for (const name of ['value', 'name', 'disabled'].filter(name => Object.hasOwn(this, name))) {
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    if (this.#text === '' && this.hasAttribute('value')) this.value = this.getAttribute('value');
    this.#label();
    document.addEventListener('DOMContentLoaded', () => this.#put(), { once: true });
    this.#put();
  }

  disconnectedCallback() {
    document.removeEventListener('selectionchange', this.#moved);
    this.#close();
    Object.values(this.#timers).forEach(clearTimeout);
  }

  attributeChangedCallback(name, _, value) {
    if (name === 'placeholder') this.#area.placeholder = value ?? '';
    else if (name === 'readonly') this.#area.readOnly = value !== null;
    else this.#label();
  }

  formDisabledCallback(isDisabled) {
    this.#area.disabled = isDisabled;
    this.#close();
  }
  formResetCallback() { this.value = this.getAttribute('value') ?? ''; }
  formStateRestoreCallback(state) { this.value = state; }

  #describe() {
    Object.assign(this.#area, { rows: 1, spellcheck: false, autocomplete: 'off', id: 'input' });
    const attributes = [
      [this.#area, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': 'list',
        'aria-expanded': 'false', 'aria-describedby': 'footer', autocapitalize: 'off', autocorrect: 'off' }],
      [this.#colours, { 'aria-hidden': 'true' }],
      [this.#list, { id: 'list', role: 'listbox' }],
      [this.#footer, { id: 'footer' }],
      [this.#heard, { role: 'status', 'aria-live': 'polite' }],
    ];
    for (const [element, values] of attributes) {
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    }
    const parts = { box: this.#box, input: this.#area, footer: this.#footer, popup: this.#popup, list: this.#list,
      documentation: this.#documentation };
    for (const [name, element] of Object.entries(parts)) element.setAttribute('part', name);
    if ('popover' in this.#popup) this.#popup.popover = 'manual';
  }

  // A label outside the element names the textarea, too.
  #label() {
    const labels = [...this.#internals.labels].map(label => label.textContent.trim()).join(' ');
    this.#area.setAttribute('aria-label', this.getAttribute('aria-label') ?? (labels || texts.label));
    this.#list.setAttribute('aria-label', texts.list);
  }

  #listen() {
    const area = this.#area;
    area.addEventListener('input', event => this.#edited(event));
    area.addEventListener('change', () => this.#commit());
    area.addEventListener('keydown', event => this.#pressed(event));
    for (const name of ['keyup', 'pointerup', 'selectionchange']) area.addEventListener(name, this.#moved);
    area.addEventListener('compositionstart', () => {
      this.#isComposing = true;
      this.#close();
    });
    area.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.#wish = 'typed';
      this.#put();
    });
    area.addEventListener('focus', () => {
      this.#label();
      // Chromium reports a caret within a shadow tree to the document.
      document.addEventListener('selectionchange', this.#moved);
    });
    area.addEventListener('blur', () => {
      document.removeEventListener('selectionchange', this.#moved);
      this.#close();
      this.#rest();
    });
    // The list never takes the focus.
    this.#popup.addEventListener('mousedown', event => event.preventDefault());
    this.#list.addEventListener('click', event => this.#pick(this.#index(event)));
    this.#list.addEventListener('pointermove', event => {
      // A list that opens below a resting pointer leaves the choice to the keyboard.
      if (event.movementX || event.movementY) this.#activate(this.#index(event), false);
    });
  }

  // MARK: Typing

  #edited(event) {
    const change = edit(this.#text, this.#area.value);
    this.#tokens = movedTokens(this.#tokens, change, this.#area.value);
    this.#errors = movedErrors(this.#errors, change);
    this.#help = this.#answered = null;
    this.#isRested = false;
    this.#after('rest', errorPause, () => this.#rest());
    const wasOpen = this.#isOpen;
    this.#narrow(change);
    this.#changed(this.#area.value);
    const isTyped = event.inputType === 'insertText' || (wasOpen && event.inputType?.startsWith('delete'));
    this.#wish = isTyped ? 'typed' : '';
    this.#put();
  }

  // Takes the text and the caret of the textarea, and paints them.
  #changed(text) {
    this.#text = text;
    this.#cursor = this.#area.selectionStart;
    this.#internals.setFormValue(text);
    this.#paint();
  }

  // The list for a longer prefix, until its answer arrives.
  #narrow({ start, removed, added }) {
    if (!this.#isOpen) return;
    const end = this.#replace.offset + this.#replace.length;
    if (removed > 0 || start !== end || this.#area.selectionStart !== end + added) return this.#close();
    this.#replace = { ...this.#replace, length: this.#replace.length + added };
    const prefix = this.#prefix().toLowerCase();
    const active = this.#items[this.#active];
    this.#items = this.#items.filter(item => item.text.toLowerCase().startsWith(prefix));
    if (this.#items.length) this.#show(this.#items.indexOf(active)); else this.#close();
  }

  #moved = () => {
    const cursor = this.#area.selectionStart;
    if (cursor === this.#cursor || this.#text !== this.#area.value || this.#isComposing) return;
    this.#cursor = cursor;
    this.#help = this.#answered = null;
    this.#close();
    this.#paint();
    this.#after('caret', caretPause, () => this.#put());
  };

  #rest() {
    clearTimeout(this.#timers.rest);
    if (this.#isRested) return;
    this.#isRested = true;
    this.#paint();
  }

  #commit() {
    if (this.#committed === this.#area.value) return;
    this.#committed = this.#area.value;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #search() {
    this.#close();
    this.#wish = '';
    this.#rest();
    this.#commit();
    const event = new CustomEvent('search', { bubbles: true, cancelable: true, detail: { value: this.value } });
    if (this.dispatchEvent(event)) this.form?.requestSubmit();
  }

  // Replaces a part of the text as typing does: the reader can undo it, and an `input` event follows. `wish` says
  // whether a list is opened after it.
  #insert({ offset, length }, text, wish = '') {
    const area = this.#area;
    if (area.readOnly || area.disabled) return;
    const expected = area.value.slice(0, offset) + text + area.value.slice(offset + length);
    area.focus();
    area.setSelectionRange(offset, offset + length);
    document.execCommand(text ? 'insertText' : 'delete', false, text);
    if (area.value !== expected) {
      area.value = expected;
      area.setSelectionRange(offset + text.length, offset + text.length);
      area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    this.#wish = wish;
  }

  // MARK: Keys

  #pressed(event) {
    if (event.isComposing || this.#isComposing) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isBare = !ctrlKey && !metaKey && !altKey;
    let isDone = true;
    if ((ctrlKey && key === ' ') || (altKey && key === 'ArrowDown')) this.#open();
    else if ((altKey && key === 'Enter') || ((ctrlKey || metaKey) && key === '.')) this.#fix();
    else if (isBare && !shiftKey && this.#isOpen && this.#listKey(key)) isDone = true;
    else if (isBare && !shiftKey && key === 'Tab' && this.#wish === 'typed' && this.#questions.isBusy) this.#wish = 'tab';
    else if (key === 'Enter' && !shiftKey && !altKey) this.#search();
    else isDone = false;
    if (isDone) event.preventDefault();
  }

  // Whether the list has done what a key says.
  #listKey(key) {
    const count = this.#items.length;
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLength, PageUp: -pageLength };
    if (key in moves) {
      const step = moves[key];
      const next = this.#active < 0 ? (step > 0 ? 0 : count - 1) : this.#active + step;
      const isSingle = Math.abs(step) === 1;
      this.#activate(isSingle ? (next + count) % count : Math.min(Math.max(next, 0), count - 1));
    } else if (key === 'Escape') {
      this.#close();
    } else if (key === 'Tab') {
      this.#pick(Math.max(this.#active, 0));
    } else if (key === 'Enter' && this.#active >= 0) {
      this.#pick(this.#active);
    } else {
      return false;
    }
    return true;
  }

  // MARK: The server

  // Asks about the text and the caret, unless their answer is shown. A page that is loading may still set `request`.
  #put() {
    if (!this.isConnected || document.readyState === 'loading') return;
    if (this.#isComposing || !this.getAttribute('endpoint')) return;
    const question = { text: this.#text, cursor: this.#cursor, turn: this.#turn };
    if (this.#isCurrent(this.#answered)) return this.#taken();
    this.#questions.put(question);
  }

  #isCurrent(question) {
    return question?.text === this.#area.value && question.cursor === this.#area.selectionStart
      && question.turn === this.#turn;
  }

  // Whether a question has an answer.
  async #ask(question) {
    if (question.turn !== this.#turn) return true;
    const endpoint = this.getAttribute('endpoint');
    const query = new URLSearchParams({ text: question.text, cursor: question.cursor });
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), answerTime);
    try {
      const isLate = new Promise((_, reject) => { control.signal.addEventListener('abort', reject); });
      const answer = await Promise.race([this.#load(`${endpoint}${endpoint.includes('?') ? '&' : '?'}${query}`, control),
        isLate]);
      this.#failure = answer.error?.message ?? '';
      if (Array.isArray(answer.tokens)) this.#take(question, answer);
    } catch {
      this.#failure = texts.noAnswer;
    }
    clearTimeout(timer);
    if (this.#failure) this.#paint();
    return !this.#failure;
  }

  async #load(url, { signal }) {
    const response = await this.request(url, { signal });
    return await response.json();
  }

  // Shows an answer, unless the text has changed since.
  #take(question, answer) {
    if (question.turn !== this.#turn || question.text !== this.#area.value || this.#isComposing) return;
    this.#tokens = answer.tokens;
    this.#errors = answer.diagnostics ?? [];
    if (this.#isCurrent(question)) {
      this.#answered = question;
      this.#help = answer.documentation ?? null;
      if (!this.#isOpen || this.#wish) {
        const active = this.#isOpen ? this.#items[this.#active]?.text : undefined;
        this.#items = answer.items ?? [];
        this.#replace = answer.replace ?? { offset: question.cursor, length: 0 };
        this.#taken(active);
      }
    }
    this.#paint();
    this.dispatchEvent(new CustomEvent('diagnostics', { detail: { diagnostics: this.#errors } }));
  }

  // Opens the list of the last answer if it is wished for.
  #taken(active) {
    const wish = this.#wish;
    this.#wish = '';
    if (!wish) return;
    const prefix = this.#prefix();
    const isWhole = this.#items.some(item => item.text === prefix);
    if (!this.#items.length || (isWhole && this.#items.length === 1 && wish !== 'asked')) {
      if (wish === 'asked') this.#say(texts.noCompletions);
      return this.#close();
    }
    if (wish === 'tab') return this.#pick(0);
    const kept = this.#items.findIndex(item => item.text === active);
    // Enter searches where nothing is begun, and where a word is complete.
    this.#show(kept >= 0 ? kept : wish === 'asked' || (prefix && !isWhole) ? 0 : -1);
    this.#after('count', announcementPause, () => {
      if (this.#isOpen) this.#say(texts.completions(this.#items.length));
    });
  }

  // MARK: The list

  #prefix() { return this.#text.slice(this.#replace.offset, this.#area.selectionStart); }

  #open() {
    this.#wish = 'asked';
    this.#put();
  }

  #show(active) {
    fill(this.#list, this.#items, () => this.#option(), (option, { text, kind, detail }, index) => {
      option.id = `option${index}`;
      colourise(option.children[0], text, kind);
      write(option.children[1], detail ?? '');
    });
    this.#isOpen = true;
    this.#popup.classList.add('open');
    if (this.#popup.popover && !this.#popup.matches(':popover-open')) this.#popup.showPopover();
    this.#area.setAttribute('aria-expanded', 'true');
    this.#activate(active);
    for (const name of ['scroll', 'resize']) addEventListener(name, this.#place, { capture: true, passive: true });
  }

  #close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#active = -1;
    this.#popup.classList.remove('open');
    if (this.#popup.popover && this.#popup.matches(':popover-open')) this.#popup.hidePopover();
    this.#area.setAttribute('aria-expanded', 'false');
    this.#area.removeAttribute('aria-activedescendant');
    for (const name of ['scroll', 'resize']) removeEventListener(name, this.#place, { capture: true });
  }

  #option() {
    const option = part('div', 'option', part('span', ''), part('span', 'detail'));
    option.setAttribute('role', 'option');
    option.setAttribute('part', 'option');
    return option;
  }

  #index(event) {
    const option = event.target.closest?.('.option');
    return option ? [...this.#list.children].indexOf(option) : -1;
  }

  #activate(active, scrolls = true) {
    if (active === this.#active && !scrolls) return;
    this.#active = active;
    [...this.#list.children].forEach((option, index) => option.setAttribute('aria-selected', String(index === active)));
    const option = this.#list.children[active];
    if (option) {
      this.#area.setAttribute('aria-activedescendant', option.id);
      if (scrolls) option.scrollIntoView({ block: 'nearest' });
    } else {
      this.#area.removeAttribute('aria-activedescendant');
    }
    this.#explain(this.#items[active]);
    this.#place();
  }

  // Shows the documentation of an item.
  #explain(item) {
    this.#documentation.hidden = !item?.documentation;
    if (!item?.documentation) return;
    const { summary = '', example = '' } = item.documentation;
    colourise(this.#name, item.text, item.kind);
    write(this.#detail, item.detail ?? '');
    write(this.#summary, summary);
    write(this.#exampleName, example && `${texts.example} `);
    write(this.#example, example);
  }

  #pick(index) {
    const item = this.#items[index];
    if (!item) return;
    const { offset, length } = this.#replace;
    this.#close();
    // A blank follows operators and keywords, and the list of what comes then.
    const isWord = ['operator', 'keyword'].includes(item.kind) && item.text !== 'SELF';
    const isBlank = isWord && !/^\s/.test(this.#text.slice(offset + length));
    this.#insert({ offset, length }, item.text + (isBlank ? ' ' : ''), isWord || item.text.endsWith('(') ? 'typed' : '');
  }

  // Puts the list below the word that it completes, or above it if there is more room.
  #place = () => {
    if (!this.#isOpen) return;
    const margin = 8;
    const { clientWidth, clientHeight } = document.documentElement;
    this.#popup.style.maxWidth = `${clientWidth - 2 * margin}px`;
    const word = this.#rectangle(this.#replace.offset);
    const box = this.#box.getBoundingClientRect();
    const { width, height } = this.#popup.getBoundingClientRect();
    // Below the last line, the list is below the box.
    const bottom = box.bottom - word.bottom < word.height ? box.bottom + 2 : word.bottom + 4;
    const isAbove = bottom + height + margin > clientHeight && word.top > clientHeight - bottom;
    const left = Math.max(margin, Math.min(word.left - margin - 5, clientWidth - width - margin));
    this.#popup.style.left = `${left}px`;
    this.#popup.style.top = `${isAbove ? word.top - height - 4 : bottom}px`;
  };

  // The rectangle of the unit at an offset of the coloured text.
  #rectangle(offset) {
    const nodes = document.createTreeWalker(this.#colours, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let rest = offset, node = nodes.nextNode(); node; rest -= node.length, node = nodes.nextNode()) {
      if (rest >= node.length) continue;
      range.setStart(node, rest);
      range.setEnd(node, rest + 1);
      break;
    }
    return range.getClientRects()[0] ?? this.#box.getBoundingClientRect();
  }

  // MARK: Painting

  #paint() {
    const errors = this.#shownErrors();
    this.#paintText(this.#text, errors);
    this.#paintFooter(errors);
    this.#area.setAttribute('aria-invalid', String(errors.length > 0));
    const said = errors[0]?.message ?? '';
    if (said && said !== this.#saidError) {
      this.#say(`${texts.error(said)}. ${errors[0].fix ? texts.hasFix : ''}`);
    }
    this.#saidError = said;
  }

  // All errors, except those of the word at which the reader types.
  #shownErrors() {
    if (this.#isRested) return this.#errors;
    const words = this.#tokens.filter(token => touches(token, this.#cursor));
    return this.#errors.filter(error => !touches(error, this.#cursor)
      && !words.some(word => word.offset < error.offset + error.length && error.offset < word.offset + word.length));
  }

  #paintText(text, errors) {
    const update = (span, { content, kind, isWrong }) => {
      colourise(span, content, kind);
      span.classList.toggle('wrong', isWrong);
    };
    const pieces = this.#pieces(text, errors);
    while (pieces.length < this.#colours.children.length) pieces.push({ content: '', kind: '', isWrong: false });
    fill(this.#colours, pieces, () => part('span', ''), update, this.#end);
  }

  // The text in pieces of one kind each, with or without an error.
  #pieces(text, errors) {
    // An error at the end of the text has the width of a blank.
    const marked = errors.map(({ offset, length }) => [offset, offset + Math.max(length, 1)]);
    const cuts = new Set([0, text.length]);
    for (const { offset, length } of this.#tokens) cuts.add(offset).add(offset + length);
    for (const [start, end] of marked) cuts.add(start).add(end);
    const ends = [...cuts].filter(cut => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
    let next = 0;
    const pieces = ends.slice(1).map((end, index) => {
      const start = ends[index];
      while (next < this.#tokens.length && this.#tokens[next].offset + this.#tokens[next].length <= start) next += 1;
      const token = this.#tokens[next];
      return {
        content: text.slice(start, end), kind: token && token.offset <= start ? token.kind : '',
        isWrong: marked.some(([first, last]) => first <= start && end <= last),
      };
    });
    if (marked.some(([, end]) => end > text.length)) pieces.push({ content: ' ', kind: '', isWrong: true });
    return pieces;
  }

  #paintFooter(errors) {
    const first = errors.find(error => error.fix);
    fill(this.#errorLines, errors, () => this.#errorLine(), (line, error) => {
      const [message, button] = line.children;
      write(message, error.message);
      button.hidden = !error.fix;
      if (error.fix) write(button.children[0], texts.fix(error.fix));
      button.children[1].hidden = error !== first;
    });
    write(this.#failureLine, this.#failure);
    const help = errors.length === 0 && !this.#failure ? this.#help : null;
    colourise(this.#helpName, help?.text ?? '', help?.kind);
    write(this.#helpText, help ? ` ${help.documentation?.summary ?? help.detail ?? ''}` : '');
  }

  #errorLine() {
    const button = part('button', 'fix', part('span', ''), ' ', part('kbd', '', 'Alt+Enter'));
    button.type = 'button';
    button.setAttribute('part', 'fix');
    const line = part('p', 'error', part('span', ''), button);
    button.addEventListener('click', () => {
      const { fix } = this.#shownErrors()[[...this.#errorLines.children].indexOf(line)] ?? {};
      if (fix) this.#insert(fix, fix.replacement);
    });
    return line;
  }

  // Applies the first fix.
  #fix() {
    const fix = this.#errors.find(error => error.fix)?.fix;
    if (fix) this.#insert(fix, fix.replacement);
  }

  #say(text) { this.#heard.textContent = text; }

  #after(name, time, action) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(action, time);
  }
}

if (!customElements.get('filter-editor')) customElements.define('filter-editor', FilterEditor);
})();
