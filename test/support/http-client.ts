import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** Answer to a call: the status, the headers and the parsed body. */
export interface HttpAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Body of a call (JSON, a form or XML), its token and headers. */
export interface HttpOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly form?: string;
  readonly xml?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function payloadOf({ body, form, xml }: HttpOptions): [payload: string | undefined, type: string] {
  if (xml !== undefined) return [xml, "text/xml; charset=utf-8"];
  if (form !== undefined) return [form, "application/x-www-form-urlencoded"];
  return [body === undefined ? undefined : JSON.stringify(body), "application/json"];
}

/** Returns a JSON client that keeps connections alive; fetch waits before it reuses one and would distort a measurement. */
export function createHttpClient(address: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, options: HttpOptions = {}): Promise<HttpAnswer> {
      const [payload, type] = payloadOf(options);
      return new Promise((resolve, reject) => {
        const sent = request(
          new URL(path, address),
          {
            method,
            agent,
            headers: {
              ...options.headers,
              ...(payload === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(payload) }),
              ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
            },
          },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on("data", (chunk: Buffer) => chunks.push(chunk));
            answer.once("error", reject);
            answer.once("end", () => {
              const text = Buffer.concat(chunks).toString();
              const { statusCode: status = 0, headers } = answer;
              const isJson = (headers["content-type"] ?? "application/json").startsWith("application/json");
              const body: unknown = text === "" ? undefined : isJson ? JSON.parse(text) : text;
              resolve({ status, location: headers.location, headers, body });
            });
          },
        );
        sent.once("error", reject);
        sent.end(payload);
      });
    },
    close: () => agent.destroy(),
  };
}
