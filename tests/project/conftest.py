from pathlib import Path

import pytest

from .tree import Tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "a tree")


@pytest.fixture
def installed(tree: Tree) -> Tree:
    tree.dev("run")
    tree.calls()
    return tree
