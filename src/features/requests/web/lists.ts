/** Query names of the lists; live events and actions refetch the lists by these. */
export const requestLists = { own: 'own client requests', all: 'client requests' } as const
