import { Socket } from "node:net";

import { CliError, ExitCode } from "./cli-error.ts";

type Variables = Record<string, string | undefined>;

/** Environment variable with the number of the listening descriptor that a process was started with. */
export const descriptorVariable = "GATEHOUSE_LISTEN_FD";

/** First descriptor that systemd hands over (sd_listen_fds). */
const firstDescriptor = 3;

/** Sockets of this process that are read for their address alone; without a reference their descriptors would be closed. */
const looked: Socket[] = [];

/**
 * Takes over the socket that systemd has opened for this process (LISTEN_FDS, LISTEN_PID). From then on the variables name its
 * descriptor, and its address as HTTP_HOST and HTTP_PORT, so that what is checked of these is checked of the socket.
 * @throws CliError if it is not one TCP socket
 */
export function takeHandedSocket(variables: Variables, pid: number): void {
  const { LISTEN_FDS: count, LISTEN_PID: meant } = variables;
  for (const name of ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", descriptorVariable]) delete variables[name];
  if (meant !== String(pid) || count === undefined) return;
  if (count !== "1") throw unusable(`${count} sockets`);
  const { address, port } = addressOf(firstDescriptor);
  if (address === undefined || port === undefined) throw unusable("one that is not a TCP socket");
  variables[descriptorVariable] = String(firstDescriptor);
  variables["HTTP_HOST"] = address;
  variables["HTTP_PORT"] = String(port);
}

/** Returns the descriptor of the socket that this process was started with; undefined if it opens its own. */
export function handedDescriptor({ [descriptorVariable]: number }: Variables): number | undefined {
  return number === undefined ? undefined : Number(number);
}

function addressOf(fd: number): { readonly address?: string; readonly port?: number } {
  try {
    const socket = new Socket({ fd, readable: false, writable: false });
    looked.push(socket);
    return socket.address();
  } catch {
    // It is no socket at all.
    return {};
  }
}

function unusable(what: string): CliError {
  return new CliError(
    `systemd hands over ${what} (LISTEN_FDS): the API listens on one TCP socket. Give its unit one ListenStream= with a port.`,
    ExitCode.Usage,
  );
}
