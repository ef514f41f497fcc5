import type { RouteDefinition } from "../route.ts";
import { pageRoutes } from "./page.ts";
import { welcomeRoute } from "./welcome.ts";

/** Routes that describe the API to people. They publish the documents of this project and nothing else. */
export const documentRoutes: readonly RouteDefinition[] = [welcomeRoute, ...pageRoutes];
