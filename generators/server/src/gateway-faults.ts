/**
 * Which registered code a refusal of the gateway's own uses, by convention of its name. A contract without the code gets the gateway's
 * generic body. The gateway's table of the same content is held to this one by a test.
 */
export const GATEWAY_FAULT_CODES: Readonly<Record<string, string>> = {
  invalid: 'validation_error',
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  notFound: 'not_found',
  methodNotAllowed: 'method_not_allowed',
  notAcceptable: 'not_acceptable',
  requestTimeout: 'request_timeout',
  tooLarge: 'payload_too_large',
  unsupportedMediaType: 'unsupported_media_type',
  upgradeRequired: 'upgrade_required',
  rateLimited: 'rate_limited',
  internal: 'internal_error',
  unavailable: 'temporarily_unavailable',
};
