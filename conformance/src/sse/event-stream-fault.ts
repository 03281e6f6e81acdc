/** What a host's stream did that no reader could bear. A fault of the host, so scenarios record it and judges convict. */
export class EventStreamFault extends Error {
  readonly code: 'line-too-long' | 'event-too-large';
  /** Bytes of the stream that had been read. */
  readonly offset: number;

  constructor(code: EventStreamFault['code'], message: string, offset: number) {
    super(message);
    this.name = 'EventStreamFault';
    this.code = code;
    this.offset = offset;
  }
}

const MESSAGES = {
  'line-too-long': 'a line of the event stream passed the kit’s bound; end it, or send less in one event',
  'event-too-large': 'the data of one block passed the kit’s bound; send less in one event',
} as const;

export function eventStreamFault(code: EventStreamFault['code'], offset: number): EventStreamFault {
  return new EventStreamFault(code, `at byte ${offset}: ${MESSAGES[code]}`, offset);
}
