import { connect, type Socket } from "node:net";

/** Calls to send to a server repeatedly. */
export interface Load {
  readonly address: string;
  readonly token?: string;
  readonly connections: number;
  readonly milliseconds: number;
  /** Form to post; if absent, the calls are GET. */
  readonly form?: string;
  path(index: number): string;
}

const head = Buffer.from("\r\n\r\n");

/**
 * Measures the calls per second that a server answers over persistent connections. The answers are only framed, not parsed: a
 * client that works as much as the server would measure itself.
 */
export async function rateOf(load: Load): Promise<number> {
  const { hostname, port } = new URL(load.address);
  const authorization = load.token === undefined ? "" : `Authorization: Bearer ${load.token}\r\n`;
  const { form } = load;
  const method = form === undefined ? "GET" : "POST";
  const content =
    form === undefined
      ? "\r\n"
      : `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(form)}\r\n\r\n${form}`;
  const startedAt = performance.now();
  const endsAt = startedAt + load.milliseconds;
  let sent = 0;
  let answered = 0;
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      socket.once("error", reject);
      const next = () => {
        if (performance.now() >= endsAt) return socket.end(resolve);
        socket.write(`${method} ${load.path(sent++)} HTTP/1.1\r\nHost: ${hostname}\r\n${authorization}${content}`);
      };
      onAnswers(socket, reject, () => {
        answered += 1;
        next();
      });
      next();
    });
  await Promise.all(Array.from({ length: load.connections }, lane));
  return answered / ((performance.now() - startedAt) / 1000);
}

function onAnswers(socket: Socket, fail: (error: Error) => void, done: () => void): void {
  let open: Buffer[] = [];
  let bytes = 0;
  let whole = -1;
  socket.on("data", (chunk: Buffer) => {
    open.push(chunk);
    bytes += chunk.length;
    if (whole < 0) {
      const text = open.length === 1 ? chunk : Buffer.concat(open);
      open = [text];
      const end = text.indexOf(head);
      if (end < 0) return;
      const headers = text.toString("latin1", 0, end);
      if (!headers.startsWith("HTTP/1.1 200")) return fail(new Error(headers.split("\r\n", 1)[0]));
      whole = end + head.length + Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
    }
    if (bytes < whole) return;
    [open, bytes, whole] = [[], 0, -1];
    done();
  });
}
