import type { FastifyReply } from 'fastify'
import type { AppContext } from '#kit/server/serve.ts'
import { escapeForAttribute } from '#vocabulary/escape-html.ts'

export type PopupAnswer = { token: string; userRole: string } | { error: string }

/** The only script of the popup page: posts the answer to the console's window, only to its origin, and closes. */
export const popupScript = `const { answer, origin } = document.body.dataset
if (window.opener) window.opener.postMessage(JSON.parse(answer), origin)
window.close()
`

/** The last page of a Google sign-in. It has no inline script, so the strict content security policy applies. */
export function sendPopup(app: AppContext, reply: FastifyReply, answer: PopupAnswer): FastifyReply {
  const origin = new URL(app.settings.appUrl).origin
  const message = 'error' in answer ? answer.error : 'You are signed in. This window will close automatically.'
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      // With the console's own policy the browser would cut the link to the window that waits for the answer.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeForAttribute(app.settings.productName)}</title>` +
          `<body data-origin="${escapeForAttribute(origin)}" data-answer="${escapeForAttribute(JSON.stringify(answer))}"><p>${escapeForAttribute(message)}</p>` +
          '<script src="/api/auth/popup.js"></script></body></html>',
      )
  )
}
