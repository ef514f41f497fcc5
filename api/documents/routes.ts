import type { RouteDefinition } from "../route.ts";
import { pageRoutes } from "./page.ts";
import { welcomeRoute } from "./welcome.ts";

/** What describes the API to people; it says what the documents of this project say, and no more. */
export const documentRoutes: readonly RouteDefinition[] = [welcomeRoute, ...pageRoutes];
