/** Names of the lists, by which live news and deeds make them ask anew. */
export const requestLists = { own: 'own client requests', all: 'client requests' } as const
