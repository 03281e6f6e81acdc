import {
  binaryStruct,
  bytes,
  type Contract,
  Int64,
  List,
  Nullable,
  SafeUint,
  Struct,
  Tagged,
  Text,
  type TSchema,
  Type,
  u32,
  u64,
  u64Safe,
  u8,
} from '@tidemark/contract';
import { contractOf } from './defined.ts';

const example = (value: unknown) => ({ one: { summary: 'One', value } });

/** The Source of R4.6: seven u64, a length, a digest and a publication byte, 93 bytes. */
const Source = binaryStruct(
  {
    watchRevision: u64Safe(),
    targetPid: u64Safe(),
    resource: u64Safe(),
    realm: u64Safe(),
    catalog: u64(),
    object: u64(),
    metadataRevision: u64(),
    metadataLength: u32(),
    metadataDigest: bytes(32, 'sha256'),
    publication: u8([1, 2]),
  },
  { description: 'A declared source.' },
);
/** A signed command or proof: the very bytes that were signed (R1.3). */
const CompactJws = Text(16_384, { pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$', description: 'Compact JWS, EdDSA.' });
const ReadEnvelope = Struct({ proof: CompactJws, cursor: Type.Optional(Text(2_048)) }, { description: 'A read with its proof (R3.2).' });

const RowValue = Nullable(Int64());
const Row = Struct({ key: Int64(), value: RowValue });

const Challenge = Tagged('challenge', { connection: Text(64), nonce: Text(64), expiresInMs: SafeUint() }, { v: 1 });
const Attached = Tagged('attached', { attachmentRevision: SafeUint(), generation: SafeUint() }, { v: 1 });
const Receipt = Tagged('receipt', { requestId: Text(64), position: SafeUint() }, { v: 1 });
const Disposition = Tagged('disposition', { requestId: Text(64), admitted: Type.Boolean() }, { v: 1 });
const TableSnapshot = Tagged('snapshot', { source: Source, rows: List(Row, 8), more: Type.Boolean() }, { v: 1 });
const Invalidation = Tagged('invalidation', { watermark: SafeUint(), cursor: Text(2_048) }, { v: 1 });
const OutcomeNotice = Tagged('outcome', { commandId: Text(64) }, { v: 1 });
const Heartbeat = Tagged('heartbeat', { watermark: Type.Optional(SafeUint()) }, { v: 1 });
const Diagnostic = Tagged('diagnostic', { requestId: Type.Optional(Text(64)), code: Text(64) }, { v: 1 });
const Terminal = Tagged(
  'terminal',
  {
    reason: Type.Enum(['interrupted', 'slow-consumer', 'reset-required', 'closed', 'expired', 'denied', 'fenced']),
    code: Type.Optional(Text(64)),
  },
  { v: 1 },
);
const ServerMessage = Type.Union([
  Challenge,
  Attached,
  Receipt,
  Disposition,
  TableSnapshot,
  Invalidation,
  OutcomeNotice,
  Heartbeat,
  Diagnostic,
  Terminal,
]);

const Attach = Tagged('attach', { control: CompactJws, proof: CompactJws, cursor: Type.Optional(Text(2_048)) }, { v: 1 });
const Control = Tagged('control', { requestId: Text(64), control: CompactJws }, { v: 1 });
const Command = Tagged('command', { requestId: Text(64), command: CompactJws }, { v: 1 });
const Close = Tagged('close', {}, { v: 1 });
const ClientMessage = Type.Union([Attach, Control, Command, Close]);

const jws = 'e30.e30.AAAA';
const source = {
  watchRevision: 1,
  targetPid: 2,
  resource: 3,
  realm: 4,
  catalog: '5',
  object: '6',
  metadataRevision: '7',
  metadataLength: 8,
  metadataDigest: `sha256:${'0f'.repeat(32)}`,
  publication: 1,
};
const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  challenge: { connection: 'k', nonce: 'n', expiresInMs: 5_000 },
  attached: { attachmentRevision: 1, generation: 1 },
  receipt: { requestId: 'r', position: 9 },
  disposition: { requestId: 'r', admitted: true },
  snapshot: { source, rows: [{ key: '-1', value: null }], more: false },
  invalidation: { watermark: 5, cursor: 'c' },
  outcome: { commandId: 'c' },
  heartbeat: {},
  diagnostic: { code: 'command-id-conflict' },
  terminal: { reason: 'fenced' },
  attach: { control: jws, proof: jws },
  control: { requestId: 'r', control: jws },
  command: { requestId: 'r', command: jws },
  close: {},
};
const entry = (tag: string) => ({ examples: example({ type: tag, v: 1, ...examples[tag] }) });
const entries = (tags: readonly string[]) => Object.fromEntries(tags.map((tag) => [tag, entry(tag)]));
const serverTags = [
  'challenge',
  'attached',
  'receipt',
  'disposition',
  'snapshot',
  'invalidation',
  'outcome',
  'heartbeat',
  'diagnostic',
  'terminal',
];

const types: Readonly<Record<string, TSchema>> = {
  Source,
  CompactJws,
  ReadEnvelope,
  Row,
  Challenge,
  Attached,
  Receipt,
  Disposition,
  TableSnapshot,
  Invalidation,
  OutcomeNotice,
  Heartbeat,
  Diagnostic,
  Terminal,
  ServerMessage,
  Attach,
  Control,
  Command,
  Close,
  ClientMessage,
};

/** What R3, R4.6 and R6.1 need: one ServerMessage for a stream and a challenge-first socket, signed bodies, a binary layout. */
export const reactive: Contract = contractOf(types, {
  streams: {
    watch: {
      method: 'POST',
      path: '/reactive/v1/stream',
      summary: 'Watch a table',
      access: 'public',
      request: { body: { schema: ReadEnvelope, maxBytes: 'bodyBytes', examples: example({ proof: jws, cursor: 'c' }) } },
      errors: ['malformed'],
      tag: 'type',
      version: { field: 'v' },
      message: ServerMessage,
      events: {
        attached: { id: 'never', ...entry('attached') },
        snapshot: { id: 'never', ...entry('snapshot') },
        invalidation: { id: 'always', ...entry('invalidation') },
        heartbeat: { id: 'optional', ...entry('heartbeat') },
        terminal: { id: 'never', terminal: 'final', ...entry('terminal') },
      },
      resume: { option: 'cursor', header: true, bodyField: 'cursor', description: 'The newest cursor.' },
      limits: { eventBytes: 'bodyBytes', heartbeatMs: 'heartbeatMs' },
    },
  },
  sockets: {
    session: {
      path: '/reactive/v1/socket',
      summary: 'Watch and command',
      access: 'public',
      errors: [],
      subprotocol: 'tidemark.reactive.v1',
      tag: 'type',
      version: { field: 'v' },
      client: ClientMessage,
      server: ServerMessage,
      messages: entries([...serverTags, 'attach', 'control', 'command', 'close']),
      exchanges: {
        control: { replies: ['receipt', 'disposition'], correlation: 'requestId' },
        command: { replies: ['receipt', 'disposition'], correlation: 'requestId' },
      },
      opening: { challenge: 'challenge', answer: 'attach', accepted: 'attached' },
      closeCodes: { 4001: { name: 'fenced', description: 'Another attachment took over.', reconnect: false } },
      limits: { messageBytes: 'bodyBytes', replyMs: 'heartbeatMs' },
    },
  },
});
