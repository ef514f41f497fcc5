import type { Plugin, Rollup } from "vite";

/**
 * Takes from the lists of files that a part of the pages is loaded with those that every page has already: they are named by what
 * they hold, so that the lists alone would weigh more than many a part.
 */
export function withoutAlreadyLoaded(): Plugin {
  const loaded = new Set<string>();
  return {
    name: "gatehouse:already-loaded",
    apply: "build",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, files) => files.filter((file) => !loaded.has(file)),
        },
      },
    }),
    // What Vite makes the lists of is known here, and the lists themselves are made behind it.
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        loaded.clear();
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && file.isEntry) addWithImports(file, bundle, loaded);
        }
      },
    },
  };
}

function addWithImports(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, loaded: Set<string>): void {
  if (loaded.has(chunk.fileName)) return;
  loaded.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) loaded.add(css);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") addWithImports(imported, bundle, loaded);
  }
}
