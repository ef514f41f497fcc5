import { type ComponentType, lazy, Suspense } from "react";

import { whenThere } from "../base/when-there.ts";

/** Makes a component that is loaded when it is first drawn, even if the service is away at that moment. */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await whenThere(load) }));
}

/** Makes a dialog that is loaded when it is first opened. Its page stays as it is until the dialog is loaded. */
export function openedLater<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = loadedLater(load);
  return function OpenedLater(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
