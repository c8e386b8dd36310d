import type { IncomingMessage } from 'node:http';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { methodOf, statusOf } from '#server/http/request-facts.ts';
import { currentSpan } from './current-span.ts';
import { errorType, type Tracing } from './tracing.ts';

export interface TracingOptions {
  serviceName: string;
  version: string;
  /** The share of traces that are sent, 0 to 1. */
  ratio: number;
  /** The route that a path belongs to; see `createRouteTemplate`. */
  templateOf: (path: string) => string;
  /** Called once when the collector rejects traces, and again if it starts rejecting them later. */
  onRefused: (error: unknown) => void;
}

export interface StartedTracing extends Tracing {
  /** Sends what has not been sent yet. */
  stop(): Promise<void>;
}

/** The exporter reads its URL and headers from the environment (`OTEL_EXPORTER_OTLP_…`). */
export function startTracing(options: TracingOptions): StartedTracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': options.serviceName,
        'service.version': options.version,
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportingExporter(options.onRefused) })],
  });
  const tracer = provider.getTracer('livfit', options.version);
  const spans = new WeakMap<IncomingMessage, Span>();
  const within = (): Context => {
    const parent = currentSpan.getStore();
    return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  };

  return {
    watch: (listener) => (request, response) => {
      const [path = '/'] = (request.url ?? '/').split('?');
      const method = methodOf(request);
      const route = options.templateOf(path);
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': route },
        },
        ROOT_CONTEXT,
      );
      spans.set(request, span);
      response.once('close', () => {
        const status = statusOf(response);
        span.setAttribute('http.response.status_code', status);
        if (status === 0 || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      listener(request, response);
    },
    within(request, work) {
      const span = spans.get(request);
      if (span) currentSpan.run(span, work);
      else work();
    },
    async step({ name, kind, attributes }, work, describe) {
      const options = {
        kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
        attributes,
      };
      const span = tracer.startSpan(name, options, within());
      try {
        const outcome = await currentSpan.run(span, work);
        if (describe) span.setAttributes(describe(outcome));
        return outcome;
      } catch (error) {
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    isUnderWay: () => currentSpan.getStore() !== undefined,
    stop: () => provider.shutdown(),
  };
}

function reportingExporter(onRefused: TracingOptions['onRefused']): SpanExporter {
  const exporter = new OTLPTraceExporter();
  let isRefused = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && !isRefused) onRefused(result.error);
        isRefused = result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
