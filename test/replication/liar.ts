import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Server in the place of a node, which answers as a test says. */
export interface Liar {
  readonly address: string;
  answer: RequestListener;
  close(): void;
}

/** Opens a server that gives no answer until a test says which. */
export async function openLiar(): Promise<Liar> {
  const server = createServer((request, response) => liar.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const liar: Liar = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: () => undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return liar;
}
