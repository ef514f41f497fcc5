import { type ComponentType, lazy, Suspense } from "react";

/** A dialog that is loaded when it is opened first: its page is there before. */
export function openedLater<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function OpenedLater(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
