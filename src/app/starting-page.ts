import { escapeHtml } from '#vocabulary/escape-html.ts'

/**
 * What a browser shows while the console starts: it asks again every `seconds` and so continues by itself. Without a
 * script, because the console's own files may not be there yet and no other script is allowed.
 */
export function startingPage({
  productName,
  doing,
  seconds,
}: {
  productName: string
  doing: string
  seconds: number
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${seconds}">
<title>Starting – ${escapeHtml(productName)}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 Inter, system-ui, sans-serif;
  color: #1f2937; background: #f8fafc; }
main { padding: 24px; max-width: 420px; text-align: center; }
h1 { margin: 0 0 8px; font-size: 24px; }
p { margin: 0; }
.doing { margin-top: 16px; color: #4b5563; font-size: 14px; }
@media (prefers-color-scheme: dark) { body { color: #e5e7eb; background: #111827; } .doing { color: #9ca3af; } }
</style>
</head>
<body>
<main role="status">
<h1>${escapeHtml(productName)} is starting</h1>
<p>This page continues by itself.</p>
<p class="doing">${escapeHtml(doing)} …</p>
</main>
</body>
</html>
`
}
