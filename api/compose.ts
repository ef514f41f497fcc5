import type { Middleware } from "./call-state.ts";

/**
 * Chains middlewares, as koa-compose does. That package makes a bound function and a promise for each, and two dozen
 * run before every answer (docs/decisions/0024-koa-with-one-composed-list-of-middlewares.md).
 */
export function compose(middlewares: readonly Middleware[]): Middleware {
  return (ctx, next) => {
    let latest = -1;
    const from = (index: number): Promise<unknown> => {
      if (index <= latest) throw new Error("A middleware has called `next` a second time.");
      latest = index;
      const middleware = middlewares[index];
      return middleware === undefined ? next() : (middleware(ctx, () => from(index + 1)) as Promise<unknown>);
    };
    return from(0);
  };
}
