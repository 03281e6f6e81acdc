/**
 * The PascalCase name of an error by its code, as clients call its class: `not_found` gives `NotFoundError`, `internal_error` gives
 * `InternalError`.
 */
export function errorName(code: string): string {
  const name = code
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
  return name.endsWith('Error') ? name : `${name}Error`;
}

/** The name under which the details of an error become a component where the contract does not name them: `NotFoundErrorDetails`. */
export function errorDetailsName(code: string): string {
  return `${errorName(code)}Details`;
}
