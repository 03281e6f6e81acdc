import type { Operation, Parameter, Representation, Socket, Stream } from '@tidemark/model';
import { ClientError } from './client-error.ts';
import { FOREIGN_NAMES } from './foreign-names.ts';
import { pascal } from './text.ts';

/** Members of every client beside the contract's own. */
const MEMBERS: readonly string[] = ['checkDescriptions'];

/** Options that stand beside the parameters in a call. */
const CALL_OPTIONS = {
  operation: ['body', 'signal', 'prepare', 'timeoutMs', 'retry'],
  stream: ['body', 'signal', 'prepare', 'onState', 'isDuplicate', 'idleMs'],
  socket: [
    'signal',
    'prepare',
    'onState',
    'reconnect',
    'onOpen',
    'onChallenge',
    'maxQueuedMessages',
    'maxQueuedBytes',
    'maxBufferedBytes',
    'idleMs',
  ],
} as const;

/** Every name that the contract does not give itself, free of collisions. */
export interface Names {
  /** `Orders` of `createOrdersClient` and `OrdersClient`. */
  readonly prefix: string;
  readonly errorClass: (code: string) => string;
  readonly request: (endpoint: string) => string;
  readonly response: (operation: string) => string;
  readonly event: (stream: string) => string;
  readonly socket: (socket: string) => string;
}

/**
 * Chooses names: the contract's schemas keep theirs, and a wish that is taken gets another ending.
 *
 * @throws ClientError `name-collision`, `reserved-name`
 */
export function chooseNames(representation: Representation): Names {
  const { operations, streams, sockets, errors, schemas } = representation;
  const prefix = pascal(representation.id);
  const taken = new Set([...FOREIGN_NAMES, ...schemas.map(({ name }) => name), `${prefix}Client`, `${prefix}Error`]);
  const endpoints = [...operations, ...streams, ...sockets];
  checkMembers(endpoints.map(({ name }) => name));
  const errorClasses = new Map(
    errors.map(({ code }) => [code, take(taken, [errorClassName(code), `${pascal(code)}Refusal`], `error ${code}`)]),
  );
  const choose = (list: readonly { readonly name: string }[], endings: readonly string[]): ((name: string) => string) => {
    const names = new Map(
      list.map(({ name }) => [
        name,
        take(
          taken,
          endings.map((ending) => pascal(name) + ending),
          name,
        ),
      ]),
    );
    return (name) => lookUp(names, name);
  };
  return {
    prefix,
    errorClass: (code) => lookUp(errorClasses, code),
    request: choose(endpoints, ['Request', 'Call', 'CallRequest']),
    response: choose(operations, ['Response', 'Result', 'CallResponse']),
    event: choose(streams, ['Event', 'StreamEvent', 'StreamedEvent']),
    socket: choose(sockets, ['Socket', 'Duplex', 'DuplexSocket']),
  };
}

/** `not_found` gives `NotFoundError`, `internal_error` gives `InternalError`. */
function errorClassName(code: string): string {
  const name = pascal(code);
  return name.endsWith('Error') ? name : `${name}Error`;
}

function take(taken: Set<string>, wishes: readonly string[], what: string): string {
  const [last = what] = wishes.slice(-1);
  let name = wishes.find((wish) => !taken.has(wish));
  for (let number = 2; name === undefined; number += 1) if (!taken.has(`${last}${number}`)) name = `${last}${number}`;
  taken.add(name);
  return name;
}

function lookUp(names: ReadonlyMap<string, string>, key: string): string {
  const name = names.get(key);
  if (name === undefined) throw new ClientError('unknown-reference', key);
  return name;
}

function checkMembers(names: readonly string[]): void {
  for (const [i, name] of names.entries()) {
    if (MEMBERS.includes(name)) throw new ClientError('reserved-name', name);
    if (names.indexOf(name) !== i) throw new ClientError('name-collision', name);
  }
}

export type EndpointKind = keyof typeof CALL_OPTIONS;

/**
 * The property of the request for each parameter: its own name, or with its place in front where an option of the call, or another parameter, has that.
 *
 * @throws ClientError `name-collision`
 */
export function parameterProperties(endpoint: Operation | Stream | Socket, kind: EndpointKind): ReadonlyMap<Parameter, string> {
  const taken = new Set<string>(CALL_OPTIONS[kind]);
  if ('resume' in endpoint && endpoint.resume !== undefined) taken.add(endpoint.resume.option);
  return new Map(
    endpoint.parameters.map((parameter) => [
      parameter,
      take(taken, [parameter.name, parameter.in + pascal(parameter.name)], `${endpoint.name}, parameter ${parameter.name}`),
    ]),
  );
}
