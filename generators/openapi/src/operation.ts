import type { Operation, Representation } from '@tidemark/model';
import { type JsonObject, nonEmpty, present } from '@tidemark/schema';
import { errorAnswers } from './error-responses.ts';
import { parameterObject, requestBodyObject, responseObject } from './parts.ts';
import { securityRequirements } from './security.ts';

/** An Operation Object of a request with one answer. */
export function operationObject(operation: Operation, representation: Representation): JsonObject {
  const answers = operation.responses.map((response) => [String(response.status), responseObject(response, representation)] as const);
  return present({
    tags: nonEmpty(operation.tags),
    summary: operation.summary,
    description: operation.description,
    operationId: operation.name,
    parameters: nonEmpty(operation.parameters.map(parameterObject)),
    requestBody: operation.body && requestBodyObject(operation.body, representation),
    responses: Object.fromEntries([...answers, ...errorAnswers(operation, representation)]),
    security: securityRequirements(operation.access),
  });
}
