import { type ComponentType, lazy, Suspense } from "react";

import { whenThere } from "../base/when-there.ts";

/** Makes a part of a page that is loaded when it is drawn first, also where the service is away just then. */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await whenThere(load) }));
}

/** Makes a dialog that is loaded when it is opened first: its page is there before, and stays as it is until the dialog is there. */
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
