import { Group, Image, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notices } from '#features/notices/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { texts } from './texts.ts'

type Props = { platform: string; id: string }
type Chosen = { articleId: string | null; purchaseId: string | null }

/** Which genuine article and which test purchase the notices about a counterfeit state, where there are several. */
export function CounterfeitProofs({ platform, id }: Props) {
  const queries = useQueryClient()
  const queryKey = ['notices', 'proofs', platform, id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(notices.proofs, { platform, id }, { signal }),
    retry: false,
  })
  const choose = useMutation({
    mutationFn: (chosen: Chosen) => call(notices.chooseProofs, { platform, id, ...chosen }),
    onSuccess: ({ message }) => {
      toastSuccess(message)
      return queries.invalidateQueries({ queryKey })
    },
    onError: (error) => toastError(sentenceOf(error), { cause: error }),
  })
  if (!data || (data.articles.length < 2 && data.purchases.length < 2)) return null
  const { articles, purchases, articleId, purchaseId } = data
  const set = (changed: Partial<Chosen>) => choose.mutate({ articleId, purchaseId, ...changed })
  const picture = articles.find((one) => one.id === articleId)?.picture
  return (
    <Stack gap={6} mt="sm" role="group" aria-label={texts.proofs}>
      <Text size="sm" fw={600}>
        {texts.proofs}
      </Text>
      {articles.length > 1 ? (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <Select
            flex={1}
            label={texts.article}
            description={texts.articleHint}
            searchable
            clearable
            placeholder={texts.byItself}
            disabled={choose.isPending}
            data={articles.map((one) => ({ value: one.id, label: one.label }))}
            value={articleId}
            onChange={(chosen) => set({ articleId: chosen })}
          />
          {picture ? <Image src={picture} alt={texts.article} w={56} h={56} fit="contain" radius="sm" /> : null}
        </Group>
      ) : null}
      {purchases.length > 1 ? (
        <Select
          label={texts.purchase}
          clearable
          placeholder={texts.nearest}
          disabled={choose.isPending}
          data={purchases.map((one) => ({ value: one.id, label: one.text }))}
          value={purchaseId}
          onChange={(chosen) => set({ purchaseId: chosen })}
        />
      ) : null}
    </Stack>
  )
}
