/** Whether a host is the machine itself, so that nobody on the way can read what is sent there without encryption. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
