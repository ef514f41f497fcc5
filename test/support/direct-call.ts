import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** A call that needs no connection. */
export interface DirectCall {
  readonly method: string;
  readonly url: string;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Returns the answer of a node:http listener to a call, without a connection. */
export function callDirectly(listener: RequestListener, call: DirectCall): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const incoming = new IncomingMessage(new Socket());
    const body = Buffer.from(call.body ?? "");
    const headers = { host: "127.0.0.1", ...call.headers };
    Object.assign(incoming, {
      method: call.method,
      url: call.url,
      headers: { ...headers, "content-length": String(body.length) },
      rawHeaders: Object.entries(headers).flat(),
    });
    incoming.push(body);
    incoming.push(null);
    const outgoing = new ServerResponse(incoming);
    outgoing.end = (text?: unknown) => {
      resolve({ status: outgoing.statusCode, text: typeof text === "string" ? text : "" });
      return outgoing;
    };
    listener(incoming, outgoing);
  });
}
