import type { Finding, ValidatorName } from '../finding.ts';
import type { Description } from '../engines/engine.ts';
import { ruleFinding, type RuleId } from '../rules.ts';
import type { Dialect, SchemaAccess } from './schema-access.ts';

/** What a check gets: the description, its compiled schemas, and where to report. */
export class CheckContext {
  readonly description: Description;
  readonly schemas: SchemaAccess;
  /** Dialect of a schema that does not say otherwise. */
  readonly dialect: Dialect;
  readonly findings: Finding[] = [];

  constructor(description: Description, schemas: SchemaAccess, dialect: Dialect) {
    this.description = description;
    this.schemas = schemas;
    this.dialect = dialect;
  }

  get document(): Description['document'] {
    return this.description.document;
  }

  report(rule: RuleId, pointer: string, message: string, validator: ValidatorName = 'tidemark'): void {
    this.findings.push(ruleFinding(rule, pointer, message, validator));
  }
}

export type Check = (context: CheckContext) => void | Promise<void>;
