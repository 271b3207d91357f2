import { createHash } from "node:crypto";
import type { OutputAsset, OutputChunk } from "rollup";
import { defineConfig, type Plugin } from "vite";

/** Puts script and style into the page, and the script's hash into its policy: nothing else may run. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const only = <T extends OutputAsset | OutputChunk>(ending: string): T => {
        const found = files.filter((file) => file.fileName.endsWith(ending));
        if (found.length !== 1) this.error(`found ${found.length} files *${ending}, expected one`);
        return found[0] as T;
      };
      const page = only<OutputAsset>(".html");
      const script = only<OutputChunk>(".js");
      const style = only<OutputAsset>(".css");
      const code = script.code.trim();
      if (/<\/script|<!--/i.test(code)) this.error("found an end of script inside the script");

      const hash = createHash("sha256").update(code).digest("base64");
      const policy = [
        "default-src 'none'",
        `script-src 'sha256-${hash}'`,
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; ");
      // Replacements are functions, for a bundle has its own "$&".
      page.source = String(page.source)
        .replace(/<script[^>]* src="[^"]*"[^>]*><\/script>/, () => `<script type="module">${code}</script>`)
        .replace(/<link[^>]* rel="stylesheet"[^>]*>/, () => `<style>${String(style.source)}</style>`)
        .replace("@POLICY@", () => policy);
      delete bundle[script.fileName];
      delete bundle[style.fileName];
    },
  };
}

export default defineConfig({
  build: { target: "es2021", modulePreload: false, assetsInlineLimit: 0 },
  plugins: [oneFile()],
});
