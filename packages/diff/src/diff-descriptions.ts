import { compareAsyncApi } from './asyncapi/compare-asyncapi.ts';
import type { Change } from './change.ts';
import { Collector } from './collector.ts';
import type { Tools } from './comparison.ts';
import { isObject, jsonEqual, type JsonObject } from './json.ts';
import { compareOpenApi } from './openapi/compare-openapi.ts';
import { SchemaComparison } from './schema/compare-schema.ts';

/** The descriptions of one version: parsed OpenAPI 3.x and AsyncAPI 3.x documents, self-contained. */
export interface Descriptions {
  readonly openapi?: object;
  readonly asyncapi?: object;
}

const documents = [
  ['openapi', 'paths', compareOpenApi],
  ['asyncapi', 'channels', compareAsyncApi],
] as const;

/**
 * Every change between two versions of a contract's descriptions, ours or others', classified for the consumer and for the producer
 * (docs/diff-rules.md). Equal descriptions give an empty list. Pure: the documents are neither changed nor resolved beyond themselves;
 * a reference that leaves a document is not followed. A document that only one version has counts as empty in the other. Source: requirement C5.2.
 */
export function diffDescriptions(old: Descriptions, next: Descriptions): Change[] {
  const collector = new Collector();
  for (const [name, content, compare] of documents) {
    const [before, after] = [plain(old[name]), plain(next[name])];
    if (!before && !after) continue;
    collector.enter(name);
    const tools: Tools = { collector, schemas: new SchemaComparison(collector) };
    const root = { old: rootOf(before ?? emptied(after, content)), next: rootOf(after ?? emptied(before, content)) };
    compare(tools, root);
    if (collector.isSilent(name) && !jsonEqual(root.old.value, root.next.value)) {
      collector.add({
        rule: 'documentation-changed',
        where: 'shared',
        direction: 'both',
        ...root,
        message: 'the documents differ in form, or in parts that nothing on the wire uses',
      });
    }
  }
  return collector.changes();
}

function plain(document: object | undefined): JsonObject | undefined {
  return isObject(document) ? document : undefined;
}

/** The same document without endpoints and components: what the other version of a new or dropped document amounts to. */
function emptied(document: JsonObject | undefined, content: string): JsonObject {
  return { ...document, [content]: {}, operations: {}, components: {} };
}

function rootOf(document: JsonObject): { readonly document: JsonObject; readonly pointer: string; readonly value: unknown } {
  return { document, pointer: '', value: document };
}
