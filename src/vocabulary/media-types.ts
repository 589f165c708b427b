const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  json: 'application/json',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  wacz: 'application/wacz',
}

/** The media type of a file by the end of its name; application/octet-stream for what is not known. */
export const mediaTypeOf = (fileName: string): string =>
  mediaTypes[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream'
