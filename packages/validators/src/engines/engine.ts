import type { Finding } from '../finding.ts';
import type { JsonObject } from '../json.ts';
import type { DescriptionKind } from '../input/description-kind.ts';

export type Preset = 'standard' | 'strict';

/** A parsed description on its way through the validators. `document` is never changed. */
export interface Description {
  readonly kind: DescriptionKind;
  readonly document: JsonObject;
  readonly preset: Preset;
}

/** One validator: what it finds in a description. */
export type Engine = (description: Description) => Promise<readonly Finding[]>;
