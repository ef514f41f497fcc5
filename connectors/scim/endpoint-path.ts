/**
 * Returns the path of a resource type's endpoint (RFC 7643 section 6) below the base of the service, with a leading slash. Services
 * write it relative to the base, relative to their host, or as a whole address. For another host, which the credential is not for,
 * only its last part counts.
 */
export function endpointPath(base: string, endpoint: string): string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint) ? URL.parse(endpoint) : undefined;
  if (whole === null) return endpoint;
  const segments = segmentsOf(whole?.pathname ?? endpoint);
  const below = segmentsOf(new URL(base).pathname);
  for (let length = Math.min(below.length, segments.length - 1); length > 0; length -= 1)
    if (below.slice(-length).join("/") === segments.slice(0, length).join("/")) return path(segments.slice(length));
  return path(whole === undefined ? segments : segments.slice(-1));
}

const segmentsOf = (text: string): string[] => text.split("/").filter((segment) => segment !== "");

const path = (segments: readonly string[]): string => `/${segments.join("/")}`;
