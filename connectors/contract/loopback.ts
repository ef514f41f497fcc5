/** Returns true if a host is a loopback address: unencrypted traffic to it cannot be read on the way. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
