import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** What came back from a call: the status, the headers and the parsed body. */
export interface HttpAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A JSON client with kept connections; fetch waits before it reuses one and would measure itself. */
export function createHttpClient(address: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call(
      method: "GET" | "POST" | "PATCH" | "DELETE",
      path: string,
      options: { token?: string; body?: unknown; form?: string; headers?: Readonly<Record<string, string>> } = {},
    ): Promise<HttpAnswer> {
      const payload = options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
      const type = options.form === undefined ? "application/json" : "application/x-www-form-urlencoded";
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
