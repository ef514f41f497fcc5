import { connect, constants, type IncomingHttpHeaders } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";

const describeNamespace = "/temporal.api.workflowservice.v1.WorkflowService/DescribeNamespace";
const namespace = "default";
const answerMs = 1_000;
const pauseMs = 50;

/**
 * Waits until a Temporal server without TLS answers and its namespace exists. The only call is written here: the client library, which a
 * process would load for nothing else, takes longer to load than the server to start.
 * @throws Error when that takes longer than `timeoutMs`
 */
export async function waitForTemporal(address: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await requireNamespace(address, Math.max(1, Math.min(answerMs, deadline - performance.now())));
    } catch (error) {
      if (performance.now() >= deadline)
        throw new Error(`The Temporal server at ${address} does not answer.`, { cause: error });
      await sleep(pauseMs);
    }
  }
}

/** Asks for the namespace once, as gRPC over HTTP/2 does: a successful call ends with the status 0, mostly in trailers. */
async function requireNamespace(address: string, withinMs: number): Promise<void> {
  const session = connect(`http://${address}`);
  try {
    await new Promise<void>((resolve, reject) => {
      session.setTimeout(withinMs, () => reject(new Error(`No answer came within ${Math.ceil(withinMs)} ms.`)));
      session.on("error", reject);
      session.once("close", () => reject(new Error("The connection was closed before an answer came.")));
      const call = session.request({
        [constants.HTTP2_HEADER_METHOD]: constants.HTTP2_METHOD_POST,
        [constants.HTTP2_HEADER_PATH]: describeNamespace,
        [constants.HTTP2_HEADER_CONTENT_TYPE]: "application/grpc",
        [constants.HTTP2_HEADER_TE]: "trailers",
      });
      const read = (headers: IncomingHttpHeaders): void => {
        const { "grpc-status": status, "grpc-message": message } = headers;
        if (status === "0") resolve();
        else if (status !== undefined)
          reject(new Error(`The call ended with status ${status as string}: ${message as string}`));
      };
      call.on("error", reject);
      call.on("response", read);
      call.on("trailers", read);
      call.once("close", () => reject(new Error("The answer has no status of gRPC.")));
      call.resume();
      call.end(messageOf(namespace));
    });
  } finally {
    session.destroy();
  }
}

/** Writes a message whose first field is a text, after the five bytes of a gRPC prefix: not compressed, and the length. */
function messageOf(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  // Field 1 of the wire type 2, then the length, which is one byte below 128 (Protocol Buffers, encoding).
  const message = Buffer.concat([Buffer.from([0x0a, bytes.length]), bytes]);
  const before = Buffer.alloc(5);
  before.writeUInt32BE(message.length, 1);
  return Buffer.concat([before, message]);
}
