/** Why a gateway could not be built, or what a handler did that its contract forbids. Closed; documented in the README. */
export const GATEWAY_ERRORS = {
  'missing-handler': {
    why: 'The contract has an endpoint for which no handler was given.',
    fix: 'Implement it; the generated `Handlers` interface names every endpoint.',
  },
  'missing-authenticate': {
    why: 'An endpoint needs a credential, and nothing was given that decides about credentials.',
    fix: 'Pass `authenticate`, or state `access: "public"` in the contract.',
  },
  'missing-gateway': {
    why: 'A service was registered on a Fastify instance that has no gateway.',
    fix: 'Use `createServer()`, or register `gatewayPlugin()` before the service.',
  },
  'missing-hosts': {
    why: 'The server listens beyond loopback, and which Host values are its own was not said.',
    fix: 'Pass `hosts`, for example `["api.example.com"]`.',
  },
  'path-conflict': {
    why: 'Two routes have the same path.',
    fix: 'Merge the contracts, or mount one of them under a prefix.',
  },
  'unknown-limit': { why: 'A limit was named that does not exist.', fix: 'Use a name from `GATEWAY_LIMITS` or from the contract.' },
  'invalid-limit': { why: 'A limit is no safe integer, or below its smallest value.', fix: 'Give a whole number in the limit’s unit.' },
  'invalid-response': {
    why: 'A handler returned what its contract does not promise.',
    fix: 'Return the declared shape; the log names the path within the value.',
  },
  'invalid-event': {
    why: 'A handler yielded an event that its contract does not promise.',
    fix: 'Yield the declared shape, with an id where the contract says `always` and none where it says `never`.',
  },
  'invalid-message': {
    why: 'A handler sent a message that its contract does not promise.',
    fix: 'Send the declared shape; a reply repeats the request’s correlation.',
  },
  'undeclared-error': { why: 'A handler threw an error code that the contract does not register.', fix: 'Throw a generated error.' },
} as const;
export type GatewayErrorCode = keyof typeof GATEWAY_ERRORS;

/** An error of the program that uses the gateway. Never sent to a peer: peers get `internal_error`. */
export class GatewayError extends Error {
  readonly code: GatewayErrorCode;

  constructor(code: GatewayErrorCode, subject: string, options?: ErrorOptions) {
    const { why, fix } = GATEWAY_ERRORS[code];
    super(`${code}: ${subject}. ${why} ${fix}`, options);
    this.name = 'GatewayError';
    this.code = code;
  }
}
