import { Agent, request } from "node:http";

/** What came back from a call: the status, the headers and the parsed body. */
export interface HttpAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: unknown;
}

/** A JSON client with kept connections; fetch waits before it reuses one and would measure itself. */
export function createHttpClient(address: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call(
      method: "GET" | "POST",
      path: string,
      options: { token?: string; body?: unknown; form?: string } = {},
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
              resolve({ status, location: headers.location, body: text === "" ? undefined : JSON.parse(text) });
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
