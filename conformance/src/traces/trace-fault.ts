/** Every way in which bytes are no trace. Closed. */
export type TraceFaultCode =
  | 'too-large'
  | 'line-too-long'
  | 'not-text'
  | 'not-json'
  | 'unknown-format'
  | 'bad-header'
  | 'bad-record'
  | 'bad-number'
  | 'time-runs-back'
  | 'bad-bytes'
  | 'bad-footer'
  | 'count-mismatch'
  | 'digest-mismatch'
  | 'after-footer';

const MESSAGES: Readonly<Record<TraceFaultCode, string>> = {
  'too-large': 'the trace is larger than the bound; split the run, or raise the bound',
  'line-too-long': 'a line is longer than the bound; record in smaller reads, or raise the bound',
  'not-text': 'a line is not UTF-8; a trace is written by the kit, and bytes go into base64',
  'not-json': 'a line is no JSON object; record again',
  'unknown-format': 'the first line does not say tidemark.trace/1; use the kit that wrote it',
  'bad-header': 'the header lacks a member or has one too many; record again',
  'bad-record': 'a record is of no known form; record again',
  'bad-number': 'the records are not numbered 1, 2, 3 and so on; something was taken out or put in',
  'time-runs-back': 'a record is earlier than the one before it; something was moved',
  'bad-bytes': 'the data of a record is not base64, or a redacted span is not within it; record again',
  'bad-footer': 'the footer lacks a member or has one too many; record again',
  'count-mismatch': 'the footer counts another number of records; something was taken out or put in',
  'digest-mismatch': 'the bytes are not those that the footer was written for; something was changed',
  'after-footer': 'there are bytes behind the footer; something was put in',
};

/** Bytes that are no trace: damaged, changed, or of something else. */
export class TraceFault extends Error {
  readonly code: TraceFaultCode;
  /** Counts from 1. */
  readonly line: number;

  constructor(code: TraceFaultCode, line: number, detail = '') {
    super(`line ${line}: ${MESSAGES[code]}${detail === '' ? '' : ` (${detail})`}`);
    this.name = 'TraceFault';
    this.code = code;
    this.line = line;
  }
}
