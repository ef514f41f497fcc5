import { type ComponentType, lazy, Suspense } from "react";

import { whenThere } from "../api/when-there.ts";

/** A dialog that is loaded when it is opened first: its page is there before. It comes also where the service is away meanwhile. */
export function openedLater<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await whenThere(load) }));
  return function OpenedLater(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
