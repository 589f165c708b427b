/** The console's font; until it is there, one whose letters are as wide (theme.css), so that nothing moves. */
export const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif"
