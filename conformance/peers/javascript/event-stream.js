/**
 * Reads an event stream (WHATWG HTML 9.2.5, 9.2.6) from chunks of bytes. A peer's own: it shares nothing with Tidemark's clients or with the
 * kit, and runs in Node and in a page.
 */
export class EventStream {
  constructor(dispatch) {
    this.dispatch = dispatch;
    this.decoder = new TextDecoder('utf-8');
    this.text = '';
    this.afterCr = false;
    this.data = null;
    this.event = '';
    this.id = null;
    this.lastEventId = '';
  }

  push(bytes) {
    let text = this.decoder.decode(bytes, { stream: true });
    if (text === '') return;
    // The second half of a CRLF that was cut: its line is already read.
    if (this.afterCr && text.startsWith('\n')) text = text.slice(1);
    this.afterCr = text === '' ? false : text.endsWith('\r');
    const lines = (this.text + text).split(/\r\n|\r|\n/);
    this.text = lines.pop();
    for (const line of lines) this.line(line);
  }

  line(line) {
    if (line === '') return this.blank();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.data = this.data === null ? value : `${this.data}\n${value}`;
    else if (name === 'event') this.event = value;
    else if (name === 'id' && !value.includes('\0')) this.id = value;
    return undefined;
  }

  blank() {
    if (this.id !== null) this.lastEventId = this.id;
    if (this.data !== null) this.dispatch({ event: this.event || 'message', data: this.data, lastEventId: this.lastEventId });
    this.data = null;
    this.event = '';
    this.id = null;
  }
}
