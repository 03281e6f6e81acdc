/** Whether a condition can be seen from outside, and what it takes. */
export type VerdictKind =
  | { readonly kind: 'witnessable' }
  | { readonly kind: 'gated'; readonly by: string }
  | { readonly kind: 'unwitnessable'; readonly reason: string };

/** One normative sentence, in our words (K1). */
export interface Requirement {
  /** Source, section and a name: `0250.b.replay-each-once`. `tidemark.` marks a rule of ours, on which no other host is convicted. */
  readonly id: string;
  readonly text: string;
  readonly source: { readonly document: string; readonly section: string };
  readonly observable: string;
  readonly causedBy: string;
  readonly verdict: VerdictKind;
  /** Ids of the judges whose word counts; the worst is the row's. */
  readonly judges: readonly string[];
  /** Every outcome that is right, where the specification leaves a choice. */
  readonly accepted?: readonly string[];
  /** Why no judge looks at a row that one could look at. */
  readonly unjudged?: string;
  /** Counts for the verdict of a run. */
  readonly scored: boolean;
}

export interface Registry {
  readonly scenario: string;
  readonly rows: readonly Requirement[];
}

/** What a published revision of the suite requires. Never changes afterwards; what is added later runs unscored until the next one (K3.1). */
export interface Revision {
  readonly revision: number;
  readonly required: readonly string[];
}

const text = { type: 'string', minLength: 1 } as const;
const id = { type: 'string', pattern: '^[a-z0-9]+(?:\\.[a-z0-9]+(?:-[a-z0-9]+)*)+$' } as const;
const closed = { type: 'object', additionalProperties: false } as const;

export const REGISTRY_SCHEMA = {
  ...closed,
  required: ['scenario', 'rows'],
  properties: {
    scenario: text,
    rows: {
      type: 'array',
      minItems: 1,
      items: {
        ...closed,
        required: ['id', 'text', 'source', 'observable', 'causedBy', 'verdict', 'judges', 'scored'],
        properties: {
          id,
          text,
          source: { ...closed, required: ['document', 'section'], properties: { document: text, section: text } },
          observable: text,
          causedBy: text,
          verdict: {
            oneOf: [
              { ...closed, required: ['kind'], properties: { kind: { const: 'witnessable' } } },
              { ...closed, required: ['kind', 'by'], properties: { kind: { const: 'gated' }, by: text } },
              { ...closed, required: ['kind', 'reason'], properties: { kind: { const: 'unwitnessable' }, reason: text } },
            ],
          },
          judges: { type: 'array', items: id, uniqueItems: true },
          accepted: { type: 'array', items: text, minItems: 1 },
          unjudged: text,
          scored: { type: 'boolean' },
        },
      },
    },
  },
} as const;

export const REVISIONS_SCHEMA = {
  ...closed,
  required: ['scenario', 'revisions'],
  properties: {
    scenario: text,
    revisions: {
      type: 'array',
      minItems: 1,
      items: {
        ...closed,
        required: ['revision', 'required'],
        properties: { revision: { type: 'integer', minimum: 1 }, required: { type: 'array', items: id, minItems: 1, uniqueItems: true } },
      },
    },
  },
} as const;
