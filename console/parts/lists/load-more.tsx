import { Button } from "@mantine/core";

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
  label?: string;
}

/** Below a list that is shown as a whole, as long as there is more of it. */
export function LoadMore({ list: { hasNextPage, isFetchingNextPage, fetchNextPage }, label = "Load more" }: Props) {
  if (!hasNextPage) return null;
  return (
    <Button variant="default" w="fit-content" mt="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {label}
    </Button>
  );
}
