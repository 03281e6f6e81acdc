const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Globals of the language and of hosts, names that generated files import, and PascalCase keywords. */
export const SCHEMA_NAMES: readonly string[] = words(`
  Map Error Object String Promise Record Array Uint8Array ReadonlySet ReadonlyMap ReadonlyArray Date Symbol Function Set JSON Number
  BigInt Boolean Buffer Response Request Event AbortSignal AsyncIterable AsyncGenerator Iterable Iterator Omit Pick Partial Required
  Readonly Exclude Awaited Math RegExp Infinity NaN Undefined Null Never Any Proxy Reflect Intl URL Headers WebSocket EventTarget
  Type Class Await Enum Interface Import P Codec Types Gateway Decoders
  Client Server Handlers Descriptor Plugin Input Result DecodeError DecodeOptions Measure BinaryLayout JsonObject
  CallOptions ClientOptions Correlatable ConnectionState DescriptionCheck DuplexSocket EventStream OpeningOptions OperationDescriptor
  ReplyOptions ServiceDescriptor ServiceError ServiceErrorOptions SocketDescriptor SocketOptions StreamDescriptor StreamOptions
  TransportError ServerDescriptor GatewayPlugin ServiceOptions DescriptionDescriptor RequestContext StreamContext IdentifiedEvent
  Base64Url Int64 SafeUint Sha256 Timestamp Uint64 Utf8 Json
  NotFoundError NotFoundRefusal UseMapRequest UseMapResponse FollowEvent FollowStreamEvent DeskSocket DeskDuplex`);

/** Names of JSON members that are members of every object, cannot name a variable, or need escapes. */
export const PROPERTY_NAMES: readonly string[] = [
  ...words(`constructor prototype toString valueOf __defineGetter__ default a-b aB a_b then 0 1 00 -1 1e3 await enum
    class type new delete undefined null NaN Infinity this arguments eval async of get set static Number Set Map Uint8Array codec value levels
    length key field fields item items i measure refuse Object Array name description const $ $defs _ é ñandú 名前 a.b a/b a~b a~1b <b> </script>`),
  '',
  ' ',
  "'",
  '"',
  '`',
  '\\',
  '\\u0061',
  "a'b",
  'a"b',
  'a`${b}',
  '${x}',
  '\n',
  'a\nb',
  '\r\n',
  '\t',
  '\0',
  '\u2028',
  '\u2029',
  '\ufeff',
  '😀',
  '*/',
  '/*',
  '//',
  'a*/b',
  '\x7f',
];

/** Endpoints that are methods of the client and members of the handlers. */
export const ENDPOINT_NAMES: readonly string[] =
  words(`new delete class await default get set static async type enum in instanceof void null undefined
  arguments eval let yield readonly abstract declare module namespace require exports import return function promise request response
  context options handlers client server descriptor name length create operationMethod createContext message error event socket stream
  types gateway decoders descriptions openapiJson servicePlugin p`);

/** Tags of a socket are members of its handlers; a tag is also a case label and an SSE event name. */
export const TAGS: readonly string[] = words(
  `new constructor prototype toString valueOf default class then get set async 0 1e3 a-b aB a_b a.b a:b A.B undefined null`,
);

/** Codes that give classes and functions names which something else has. */
export const CODES: readonly string[] =
  words(`type error syntax service transport not new types gateway openapi_json openapi_yaml descriptions
  error_codes error_codes_server error_codes_plugin undefined constructor then default promise options details a1`);

/** Names that an author chooses freely. */
export const FREE: readonly string[] = [
  'constructor',
  'a b',
  "it's",
  '"',
  '`',
  '${x}',
  '*/',
  '\\',
  '\n',
  '\u2028',
  '😀',
  '</script>',
  '#/x',
  'a/b~c',
];
