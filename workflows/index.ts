export { discovery, scheduledDiscovery } from "./discovery.ts";
export { request } from "./request.ts";
