const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for use between HTML tags; not inside an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign]!)

/** A text for use between HTML tags, or in an attribute between quotation marks of either kind. */
export const escapeForAttribute = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
