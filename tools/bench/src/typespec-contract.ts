/** The contract of `generation-contract.ts`, without its socket, in TypeSpec. */
export function typespecContract(messages: number): string {
  const indexes = Array.from({ length: messages }, (_, i) => i);
  return `import "@typespec/http";
import "@typespec/openapi";
import "@typespec/events";
import "@typespec/sse";
using Http;
using OpenAPI;
using Events;
using SSE;

@service(#{ title: "Bench" })
@info(#{ version: "1.0.0", license: #{ name: "MIT" } })
@server("http://127.0.0.1:4400", "This machine.")
namespace Bench;

@doc("A ticket.")
model Ticket { @maxLength(36) id: string; }

@error
model ValidationError { @statusCode _: 400; error: "validation_error"; @maxLength(1024) message: string; }

enum State { open, held, closed }

${indexes.map(model).join('\n')}

@events
union Message {
${indexes.map((i) => `  @doc("Thing ${i} changed.") "thing-${i}-changed": Thing${i}Changed,`).join('\n')}
}

@summary("Read a ticket") @route("/tickets/{id}") @get op getTicket(@path @maxLength(36) id: string): Ticket | ValidationError;
@useAuth(BearerAuth) @summary("Follow everything") @route("/events") @get op watch(@header("Last-Event-ID") lastEventId?: string): SSEStream<Message> | ValidationError;
`;
}

function model(i: number): string {
  const example = `#{ type: "thing-${i}-changed", v: 1, id: "t-${i}", revision: ${i}, state: State.open, note: "n", amount: 1.5, flags: #[], at: "2026-01-31T12:00:00.000Z" }`;
  return `@doc("Thing ${i} changed.") @example(${example})
model Thing${i}Changed {
  type: "thing-${i}-changed";
  v: 1;
  @doc("The thing.") @maxLength(36) @pattern("^[a-z0-9-]{1,36}$") id: string;
  @doc("Its revision.") @minValue(0) @maxValue(9007199254740991) revision: safeint;
  @doc("Where it stands.") state: State;
  @doc("What was noted.") @maxLength(200) note: string;
  @doc("How much.") @minValue(0) @maxValue(1000000) amount: float64;
  @doc("What was flagged.") @maxItems(8) flags: string[];
  @doc("When.") @minLength(24) @maxLength(24) at: string;
}`;
}
