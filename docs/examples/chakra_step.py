#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes step.0.et ... step.3.et: Chakra execution traces of four ranks.

Ranks 0 and 1 are the first stage of a pipeline, 2 and 3 the second. A stage computes, adds up
activations over its two ranks, and the first stage sends them on; all ranks add up gradients.
The bytes are those of protobuf's encoding; schema: workloads/schedule/chakra/et_def.proto.
"""

METADATA, MEM_LOAD, MEM_STORE, COMP, SEND, RECV, COLL = range(1, 8)
ALL_REDUCE = 0


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def field(number, value):
    """A whole number, or bytes: a text, a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def node(id, type, waits=(), micros=0, **attributes):
    out = field(1, id) + field(2, f"node {id}") + field(3, type)
    out += b"".join(field(5, each) for each in waits) + field(7, micros)
    for name, value in attributes.items():  # uint64_val, string_val
        out += field(10, field(1, name) + field(13 if isinstance(value, int) else 29, value))
    return out


def nodes_of(rank):
    group = "first" if rank < 2 else "second"
    if rank < 2:
        yield node(1, COMP, micros=300)
    else:
        yield node(1, RECV, comm_src=rank - 2, comm_size=1 << 20, comm_tag=1)
        yield node(2, COMP, waits=[1], micros=300)
    last = 1 if rank < 2 else 2
    yield node(3, COLL, waits=[last], comm_type=ALL_REDUCE, comm_size=1 << 20, pg_name=group)
    if rank < 2:
        yield node(4, SEND, waits=[3], comm_dst=rank + 2, comm_size=1 << 20, comm_tag=1)
    yield node(5, COMP, waits=[3], micros=40, is_cpu_op=1)  # launches node 6
    yield node(6, COMP, waits=[5], micros=200)
    yield node(7, COLL, waits=[6], comm_type=ALL_REDUCE, comm_size=4 << 20, comm_priority=1)
    yield node(8, MEM_STORE, waits=[7], tensor_size=4 << 20)


for rank in range(4):
    with open(f"step.{rank}.et", "wb") as trace:
        for message in (field(1, "0.0.4"), *nodes_of(rank)):
            trace.write(varint(len(message)) + message)
