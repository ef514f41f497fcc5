import { createServer, type AddressInfo } from "node:net";

/** Gives a port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  return listenBriefly(0);
}

/**
 * Makes sure that nobody listens on a port of 127.0.0.1.
 * @throws Error "address already in use" when somebody does
 */
export async function requireFreePort(port: number): Promise<void> {
  try {
    await listenBriefly(port);
  } catch (cause) {
    throw new Error(`Port ${port} of 127.0.0.1: address already in use.`, { cause });
  }
}

async function listenBriefly(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
