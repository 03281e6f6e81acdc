import { isObject, type JsonObject, objectAt, own, pointerTo } from '../json.ts';
import { follow, type Located } from '../reference.ts';

/** An entry of a `content` map. */
export interface MediaTypeSite extends Located {
  readonly value: JsonObject;
  /** Lower case, without parameters. */
  readonly mediaType: string;
}

/** Every place of an OpenAPI document that this package's checks look at, each once, references followed. */
export interface OpenApiSites {
  readonly mediaTypes: readonly MediaTypeSite[];
  /** Parameter and Header Objects. */
  readonly parameters: readonly (Located & { readonly value: JsonObject })[];
  readonly pathItems: readonly (Located & { readonly value: JsonObject })[];
  /** Pointers of the schemas that something else than a schema holds. */
  readonly schemaRoots: readonly string[];
}

export const fixedMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

class Collector {
  readonly mediaTypes: MediaTypeSite[] = [];
  readonly parameters: (Located & { value: JsonObject })[] = [];
  readonly pathItems: (Located & { value: JsonObject })[] = [];
  readonly schemaRoots: string[] = [];
  readonly #document: unknown;
  readonly #seen = new Set<string>();

  constructor(document: unknown) {
    this.#document = document;
  }

  /** Calls `see` with the object at `pointer`, references followed, unless it was seen in that role before. */
  #enter(role: string, pointer: string, see: (site: Located & { value: JsonObject }) => void): void {
    const site = follow(this.#document, pointer);
    if (!site || !isObject(site.value) || this.#seen.has(role + site.pointer)) return;
    this.#seen.add(role + site.pointer);
    see(site as Located & { value: JsonObject });
  }

  #each(holder: Located, name: string, see: (pointer: string, key: string) => void): void {
    const members = own(holder.value, name);
    if (typeof members !== 'object' || members === null) return;
    for (const key of Object.keys(members)) see(pointerTo(holder.pointer, name, key), key);
  }

  #schema(holder: Located, name: string): void {
    if (own(holder.value, name) !== undefined) this.schemaRoots.push(pointerTo(holder.pointer, name));
  }

  content(holder: Located): void {
    this.#each(holder, 'content', (pointer, mediaType) => this.mediaType(pointer, mediaType));
  }

  mediaType(pointer: string, name: string): void {
    const mediaType = (name.split(';', 1)[0] ?? '').trim().toLowerCase();
    this.#enter('media type ' + mediaType, pointer, (site) => {
      this.mediaTypes.push({ ...site, mediaType });
      this.#schema(site, 'schema');
      this.#schema(site, 'itemSchema');
      for (const encodings of ['encoding', 'prefixEncoding']) this.#each(site, encodings, (encoding) => this.encoding(encoding));
    });
  }

  encoding(pointer: string): void {
    this.#enter('encoding', pointer, (site) => this.#each(site, 'headers', (header) => this.parameter(header)));
  }

  parameter(pointer: string): void {
    this.#enter('parameter', pointer, (site) => {
      this.parameters.push(site);
      this.#schema(site, 'schema');
      this.content(site);
    });
  }

  response(pointer: string): void {
    this.#enter('response', pointer, (site) => {
      this.#each(site, 'headers', (header) => this.parameter(header));
      this.content(site);
    });
  }

  operation(pointer: string): void {
    this.#enter('operation', pointer, (site) => {
      this.#each(site, 'parameters', (parameter) => this.parameter(parameter));
      if (own(site.value, 'requestBody') !== undefined)
        this.#enter('body', pointerTo(site.pointer, 'requestBody'), (body) => this.content(body));
      this.#each(site, 'responses', (response) => this.response(response));
      this.#each(site, 'callbacks', (callback) => this.callback(callback));
    });
  }

  callback(pointer: string): void {
    this.#enter('callback', pointer, (site) => {
      for (const expression of Object.keys(site.value))
        if (!expression.startsWith('x-')) this.pathItem(pointerTo(site.pointer, expression));
    });
  }

  pathItem(pointer: string): void {
    this.#enter('path item', pointer, (site) => {
      this.pathItems.push(site);
      this.#each(site, 'parameters', (parameter) => this.parameter(parameter));
      for (const method of fixedMethods) if (own(site.value, method) !== undefined) this.operation(pointerTo(site.pointer, method));
      this.#each(site, 'additionalOperations', (operation) => this.operation(operation));
    });
  }

  document(): void {
    const root: Located = { pointer: '', value: this.#document };
    for (const name of ['paths', 'webhooks']) this.#each(root, name, (item, path) => path.startsWith('x-') || this.pathItem(item));
    const components: Located = { pointer: '/components', value: objectAt(this.#document, 'components') };
    const visits: Record<string, (pointer: string, key: string) => void> = {
      schemas: (pointer) => void this.schemaRoots.push(pointer),
      parameters: (pointer) => this.parameter(pointer),
      headers: (pointer) => this.parameter(pointer),
      responses: (pointer) => this.response(pointer),
      requestBodies: (pointer) => this.#enter('body', pointer, (body) => this.content(body)),
      callbacks: (pointer) => this.callback(pointer),
      pathItems: (pointer) => this.pathItem(pointer),
    };
    for (const [name, visit] of Object.entries(visits)) this.#each(components, name, visit);
  }
}

export function openApiSites(document: JsonObject): OpenApiSites {
  const collector = new Collector(document);
  collector.document();
  return collector;
}
