import { type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';

/** Runs work in a span of its own. Of a failure it keeps the code, never the message. */
export async function inSpan<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span: Span) => {
    try {
      return await work();
    } catch (error) {
      span.setAttribute('error.type', codeOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The closed code of one of our errors, or `other`. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[a-z][a-z-]{0,40}$/.test(code) ? code : 'other';
}
