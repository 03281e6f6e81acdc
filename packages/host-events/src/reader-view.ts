import { type Label, parseLabel, payloadOf } from './envelope.ts';
import type { HostEventType, Reader, VisibleEvent } from './host-event.ts';
import type { RevokedView } from './revocations.ts';

/** What one reader may see, now (H1.3). */
export class ReaderView {
  readonly #reader: Reader;
  readonly #workspaces: ReadonlySet<string>;
  readonly #types: ReadonlyMap<string, HostEventType>;
  readonly #revoked: RevokedView;

  constructor(reader: Reader, types: ReadonlyMap<string, HostEventType>, revoked: RevokedView) {
    this.#reader = reader;
    this.#workspaces = new Set(reader.workspaces);
    this.#types = types;
    this.#revoked = revoked;
  }

  /** An entry of the reader's own tenant, by its label and its envelope. A type that is not advertised any more is not seen. */
  seesEntry(label: string, json: string): boolean {
    return this.sees(parseLabel(label), json);
  }

  sees({ type: name, workspaceId }: Label, json: string): boolean {
    const type = this.#types.get(name);
    if (type === undefined || this.#revoked.has(workspaceId)) return false;
    if (workspaceId !== undefined && !this.#workspaces.has(workspaceId)) return false;
    return type.visible === undefined || type.visible(this.#reader, new LazyEvent(name, workspaceId, json));
  }
}

class LazyEvent implements VisibleEvent {
  readonly type: string;
  readonly workspaceId: string | undefined;
  readonly #json: string;
  #payload: object | null = null;

  constructor(type: string, workspaceId: string | undefined, json: string) {
    this.type = type;
    this.workspaceId = workspaceId;
    this.#json = json;
  }

  get payload(): object {
    this.#payload ??= payloadOf(this.#json);
    return this.#payload;
  }
}
