/** Why a client cannot be generated from a representation. A contract that `defineContract` accepts meets none of these but the collisions. */
export const clientErrors = {
  'name-collision': {
    why: 'two things of the contract get the same name in the generated client',
    fix: 'rename one of them in the contract',
  },
  'reserved-name': {
    why: 'the generated client has a member of this name already',
    fix: 'rename the operation, stream or socket in the contract',
  },
  'unknown-reference': {
    why: 'the representation refers to something that it does not have',
    fix: 'make the representation with represent(contract)',
  },
} as const satisfies Readonly<Record<string, { readonly why: string; readonly fix: string }>>;

export type ClientErrorCode = keyof typeof clientErrors;

export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;

  /** @param what where in the contract, by its names */
  constructor(code: ClientErrorCode, what: string) {
    const { why, fix } = clientErrors[code];
    super(`[${code}] ${what}: ${why}; ${fix}`);
    this.code = code;
  }
}
